package instances

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"strconv"

	// PCG XSL RR 128/64 by this package's PCGSource is the generator of all
	// random numbers. Upstream has deprecated the package in favour of
	// math/rand/v2, whose PCG is another generator; go.mod pins the version, and
	// this is the only file that knows it.
	exprand "golang.org/x/exp/rand"
)

// Stream is the stream of random numbers that belongs to a purpose, "patterns" or
// "monte_carlo", and to the keys that distinguish its uses (kind, sizes, sample).
// Streams of different names are independent, and equal names give equal numbers:
// adding a task or changing the order of work does not change the numbers of
// other tasks. Keys are integers, floats, strings and booleans, of named types
// too; int 5 and int64 5 are the same key, 5.0 and "5" are different ones. Stream
// panics on keys of other types.
//
// The 128 bits of the generator's state are the first of the SHA-256 of the
// name. Uint64, Float64, IntN, Perm and Shuffle have the same bits on every
// machine; NormFloat64 and ExpFloat64 do not promise it, because their tails
// call package math: gauss.Deviate(rng.Uint64()) is a normal deviate that does.
func Stream(seed int64, purpose string, keys ...any) *rand.Rand {
	return rand.New(newTape(seed, purpose, keys...).at(0))
}

// tape is a stream that can be read from any of its numbers on: the state that its
// generator has before the first.
type tape word128

func newTape(seed int64, purpose string, keys ...any) tape {
	hash := sha256.Sum256([]byte(streamName(seed, purpose, keys)))
	return tape{binary.BigEndian.Uint64(hash[:8]), binary.BigEndian.Uint64(hash[8:16])}
}

// at is the generator before number k = 0, 1, … of the tape. From number to number the
// state x becomes a x + c mod 2^128; of 2k numbers that map is the square of the one of k.
func (t tape) at(k uint64) rand.Source {
	x, c := word128(t), after(word128{})
	for a := after(word128{0, 1}).minus(c); k > 0; k >>= 1 {
		if k&1 == 1 {
			x = a.times(x).plus(c)
		}
		a, c = a.times(a), a.times(c).plus(c)
	}
	return generator(x)
}

// generator is the generator in a state.
func generator(x word128) *exprand.PCGSource {
	var state [16]byte
	binary.BigEndian.PutUint64(state[:8], x.high)
	binary.BigEndian.PutUint64(state[8:], x.low)
	source := new(exprand.PCGSource)
	if err := source.UnmarshalBinary(state[:]); err != nil {
		panic(err) // it needs 16 bytes and got them
	}
	return source
}

// after is the state of the generator one number after another.
func after(x word128) word128 {
	source := generator(x)
	source.Uint64()
	state, err := source.MarshalBinary()
	if err != nil {
		panic(err) // it only copies
	}
	return word128{binary.BigEndian.Uint64(state[:8]), binary.BigEndian.Uint64(state[8:])}
}

// word128 is an integer modulo 2^128.
type word128 struct{ high, low uint64 }

func (x word128) plus(y word128) word128 {
	low, carry := bits.Add64(x.low, y.low, 0)
	high, _ := bits.Add64(x.high, y.high, carry)
	return word128{high, low}
}

func (x word128) minus(y word128) word128 {
	low, borrow := bits.Sub64(x.low, y.low, 0)
	high, _ := bits.Sub64(x.high, y.high, borrow)
	return word128{high, low}
}

func (x word128) times(y word128) word128 {
	high, low := bits.Mul64(x.low, y.low)
	return word128{high + x.high*y.low + x.low*y.high, low}
}

// streamName is the canonical text of a stream: one item per line, with its type.
func streamName(seed int64, purpose string, keys []any) string {
	name := fmt.Sprintf("fbp stream 1\nseed %d\npurpose %q\n", seed, purpose)
	for _, key := range keys {
		v := reflect.ValueOf(key)
		switch {
		case v.IsValid() && v.CanInt():
			name += "int " + strconv.FormatInt(v.Int(), 10) + "\n"
		case v.IsValid() && v.CanUint():
			name += "int " + strconv.FormatUint(v.Uint(), 10) + "\n"
		case v.IsValid() && v.CanFloat():
			name += "float " + strconv.FormatFloat(v.Float(), 'g', -1, 64) + "\n"
		case v.Kind() == reflect.String:
			name += "string " + strconv.Quote(v.String()) + "\n"
		case v.Kind() == reflect.Bool:
			name += "bool " + strconv.FormatBool(v.Bool()) + "\n"
		default:
			panic(fmt.Sprintf("instances: a %T cannot name a stream", key))
		}
	}
	return name
}

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
	return StreamAt(0, seed, purpose, keys...)
}

// StreamAt is a Stream of which so many numbers were drawn, in as many steps as
// that number has binary digits.
func StreamAt(draws uint64, seed int64, purpose string, keys ...any) *rand.Rand {
	hash := sha256.Sum256([]byte(streamName(seed, purpose, keys)))
	x := uint128{binary.BigEndian.Uint64(hash[:8]), binary.BigEndian.Uint64(hash[8:16])}
	// A number takes the state x to a x + c mod 2^128; two of them take it to
	// a² x + (a + 1) c, and so on (Brown, Trans. Am. Nucl. Soc. 71, 202 (1994)).
	a, c := uint128{2549297995355413924, 4865540595714422341}, uint128{6364136223846793005, 1442695040888963407}
	for ; draws > 0; draws >>= 1 {
		if draws&1 == 1 {
			x = a.times(x).plus(c)
		}
		c = a.times(c).plus(c)
		a = a.times(a)
	}
	state := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, x.high), x.low)
	source := new(exprand.PCGSource)
	if err := source.UnmarshalBinary(state); err != nil {
		panic(err) // it needs 16 bytes and got them
	}
	return rand.New(source)
}

// uint128 is an integer mod 2^128.
type uint128 struct{ high, low uint64 }

func (x uint128) plus(y uint128) uint128 {
	low, carry := bits.Add64(x.low, y.low, 0)
	return uint128{x.high + y.high + carry, low}
}

func (x uint128) times(y uint128) uint128 {
	high, low := bits.Mul64(x.low, y.low)
	return uint128{high + x.high*y.low + x.low*y.high, low}
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

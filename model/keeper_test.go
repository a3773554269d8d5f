package model

import (
	"bytes"
	"io"
	"slices"
	"testing"
)

// kept is a keeper of one checkpoint.
type kept struct{ bytes.Buffer }

func (*kept) Due() bool { return false }

func (k *kept) Keep(write func(io.Writer) error) {
	k.Reset()
	if write(k) != nil {
		k.Reset()
	}
}

func (k *kept) Resume(read func(io.Reader) error) bool {
	return k.Len() > 0 && read(bytes.NewReader(k.Bytes())) == nil
}

// What is kept comes back; a checkpoint that is cut off anywhere, or holds what cannot be, changes nothing; and neither does no keeper.
func TestKeepAndResume(t *testing.T) {
	n, words, order := 3, []uint64{1, 2, 3}, []int{2, 0, 1}
	carry := func(c *Carrier) {
		c.Count(&n)
		c.Words(words, 2)
		c.Ascending(order, func(i int) int { return int(words[i]) % 3 })
	}
	is := func(wantN int, wantWords []uint64, wantOrder []int) bool {
		return n == wantN && slices.Equal(words, wantWords) && slices.Equal(order, wantOrder)
	}
	other := func() { n, words, order = 5, []uint64{0, 0, 0}, []int{0, 1, 2} }
	var k kept
	Keep(&k, carry)
	whole := slices.Clone(k.Bytes())
	if other(); !Resume(&k, carry) || !is(3, []uint64{1, 2, 3}, []int{2, 0, 1}) {
		t.Errorf("resumed with %d, %v, %v", n, words, order)
	}
	refused := map[int]byte{7: 0x80, 8: 4, 32: 1, 40: 2} // a negative count, a word of three bits, an order with a site twice, one out of order
	for at := range whole {
		k.Reset()
		k.Write(whole[:at])
		if value, damaged := refused[at]; damaged {
			k.Write(append([]byte{value}, whole[at+1:]...))
		}
		if other(); Resume(&k, carry) || !is(5, []uint64{0, 0, 0}, []int{0, 1, 2}) {
			t.Errorf("damaged at %d: resumed with %d, %v, %v", at, n, words, order)
		}
	}
	if other(); Resume(nil, carry) || n != 5 {
		t.Error("resumed without a keeper")
	}
	Keep(nil, carry)
}

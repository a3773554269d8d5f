package results

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
)

// sumHead starts the last line of a table's file: the SHA-256 of all bytes before
// that line.
const sumHead = "# sha256: "

// SealTSV adds the line with the sum to what WriteTSV wrote.
func SealTSV(tsv []byte) []byte {
	return fmt.Appendf(tsv, "%s%x\n", sumHead, sha256.Sum256(tsv))
}

// SealedTSV is the table as a file, with the line with the sum.
func (t *Table) SealedTSV() ([]byte, error) {
	var text bytes.Buffer
	if err := t.WriteTSV(&text); err != nil {
		return nil, err
	}
	return SealTSV(text.Bytes()), nil
}

// ErrNoSum is the error of a table without a line with its sum.
var ErrNoSum = errors.New("no line with a checksum")

// CheckSum returns an error unless a file of SealTSV is as it was written.
func CheckSum(data []byte) error {
	at := bytes.LastIndex(data, []byte("\n"+sumHead)) + 1
	if at == 0 {
		return ErrNoSum
	}
	if !bytes.Equal(SealTSV(bytes.Clone(data[:at])), data) {
		return errors.New("damaged: its content does not fit its checksum")
	}
	return nil
}

// withoutSum removes the line with the sum from the end of a table's lines.
func withoutSum(lines []string) []string {
	if n := len(lines) - 1; n > 0 && strings.HasPrefix(lines[n], sumHead) {
		return lines[:n]
	}
	return lines
}

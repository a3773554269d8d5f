package plot

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// A PNG has the pixels of the canvas, as the library reads it.
func TestPNGHasThePixels(t *testing.T) {
	f := mapped().settled()
	width, height := f.size()
	canvas := plainPNG{vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(pngDPI))}
	f.draw(draw.NewCanvas(outlines{canvas}, width, height))
	var file bytes.Buffer
	if _, err := canvas.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	read, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	got, want := read.(*image.RGBA), canvas.Image().(*image.RGBA)
	if got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("%v and %v, or other pixels", got.Rect, want.Rect)
	}
}

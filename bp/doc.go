// Package bp passes messages on a factor graph: plain, focusing and biased
// belief propagation.
package bp

// Package sampling has the theory of solutions that are drawn with the weight Π_μ (s_μ − κ)^b,
// b ≥ 0, of binary and spherical perceptrons: their typical overlap and entropy, TypicalOf, and
// whether stochastic localization can draw them, Path, with the loads up to which it can,
// AlphaLoc and AlphaAT.
package sampling

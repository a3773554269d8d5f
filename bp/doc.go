// Package bp passes messages on a factor graph until they stop changing, and
// reads thermodynamics off the fixed point.
//
// For a perceptron of weights ±1 and patterns ξ^μ of inputs ±1, labels absorbed, u_{μ→i} is the message of pattern μ to weight i, and
// Z_μ(ω, V) the probability that a Gaussian sum of mean ω and variance V satisfies the pattern, H((κ√N − ω)/√V) of a margin κ:
//
//	h_i     = h_i^ext + Σ_μ u_{μ→i},   m_i = tanh h_i        field and magnetisation of a weight
//	h_{i→μ} = h_i − u_{μ→i},   m_{i→μ} = tanh h_{i→μ}        its message to a pattern
//	ω_{μ→i} = Σ_{j≠i} ξ_j m_{j→μ},   V_{μ→i} = Σ_{j≠i} (1 − m_{j→μ}²)
//	u_{μ→i} = ½ ln [Z_μ(ω_{μ→i} + ξ_i, V_{μ→i})/Z_μ(ω_{μ→i} − ξ_i, V_{μ→i})]
//
// Plain, biased and focusing belief propagation differ by the external field h^ext, a factorgraph.Field that [State.Converge] is
// given, and by nothing else: it is zero, constant, or a function of h − h^ext, that of the other replicas.
//
// Place in the flow: a task's model gives the graph; [Focusing] climbs a
// protocol of couplings to a dense solution; package measure runs the same
// message passing under a bias to measure local entropies.
//
// Begin with [NewFocusing] and [Focusing.Solve], for a solution, or with [NewPlain], for
// the entropy of all of them; a problem comes from [model.NewProblem]. The example is whole. In the order of the flow:
//
//  1. A [State] holds the messages, and is allocated once: one for each edge (edges.go), one for each node, with Onsager's reaction
//     (amp.go), or one for each node of random features (latent.go).
//  2. [State.Converge] sweeps to the fixed point. On the way [State.Hasten] takes damping away where messages creep, and
//     [State.Extrapolate] starts each step from an extrapolation of the last ones.
//  3. From the fixed point follow the entropy ([State.Entropy]), the thermodynamics of replicas ([State.Thermo]; sphere.go for real
//     weights), the [State.Replicon], and means of functions of the stabilities (shares.go, means.go, averages.go, potential.go).
//  4. The algorithms of configs are [Plain], [Focusing] with its protocol, [Decimation] and [Localization].
package bp

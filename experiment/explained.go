package experiment

// explained are explanations of kinds, by section and kind, as fbp config prints them: what a kind does,
// which models it goes with, and what its keys mean together.
var explained = map[string]string{
	"model.binary_mlp": `Several layers of sign units with weights ±1, without biases; layers and n are
odd, so that no unit ties; n real inputs may be any number.`,
	"model.committee": `K hidden units. The output is the majority of sign units, or with output =
"parity" their product, with "at_least" +1 if need of them or more are +1 and
else −1, or the sign of Σ ± max(0, λ) over ReLU units, half of which count −1.
kappa is the margin of (σ/√K) Σ c g(λ), λ = w·x/√n with the n weights of the
unit.

The number of inputs of a sign unit of weights ±1 is odd. hidden is odd for a
majority of sign units and even for ReLU units, for which a small kappa, such
as 0.001, prevents ties. Parity needs weights ±1 and kappa = 0; K is then any
number, but odd in the layout "full". "at_least" needs the same, with any K,
and need from 1 to hidden; unless it is the majority of an odd K, random
patterns have random labels.`,
	"model.perceptron": `N weights, one output. With weights ±1 and kappa = 0 n is odd, so that w·ξ is
never zero; real inputs need no odd numbers.`,
	"model.symmetric_perceptron": `N weights ±1; a pattern is learned when the modulus of w·ξ/√N is at most
kappa, whatever its label.`,
	"instance.cifar": `As idx, from the files of CIFAR-10, binary version, one input for each pixel
and colour; files stands for images, and test_files for test_images.`,
	"instance.features": `Random features of patterns of d dimensions, which a teacher has labelled.
Latent patterns and labels do not depend on n, and more features begin like
fewer: a sweep of model.n with p or alpha_t gives every size the same data.`,
	"instance.file": `Patterns from a file, text or .npy, plain or gzip. {sample} in a path is the
number of the sample; two samples of equal files are refused. Real inputs
should have zero mean and unit variance, the scale of signs: margins and rates
are in their units. Test patterns are the last of the file.`,
	"instance.idx": `Two classes of the images of IDX files, as MNIST and Fashion-MNIST are
published, one input per pixel. Without test_images the test set is drawn
from what is left of images. Without p all images that are not tested on are
learned; without test and with test_images all of these are tested on. A file
whose images were in one before is refused.

"median" is the image's own threshold, over all its pixels; "pixel_median" the
pixel's own, over those of images that are of the two classes and pass the
filter. Searches by messages seldom solve images as signs, whose pixels have a
mean. "centre" makes real inputs, the signs of "median" minus their mean over
the images that are learned, all over one scale, so that their squares have the
mean 1: another problem, of a perceptron w·x > w·mean in place of w·x > 0, a
threshold that moves with the weights. "standardize" makes real inputs, (pixel −
mean)/deviation, with mean and deviation of the pixel over the images that are
learned; a pixel whose deviation is below a tenth of the root mean square of all
becomes 0. Either takes from images that are tested on what it takes from those
that are learned. randomize = "pixels" keeps the mean of each pixel and the
labels, and removes all correlations. drop = [783] leaves out the last of 28 ×
28 pixels, so that n = 783 is odd.`,
	"instance.random": `Independent patterns, ±1 with equal probabilities unless keys say otherwise.
Test patterns are new ones.`,
	"instance.teacher": `Random inputs, labelled by a random network of the same architecture (for the
symmetric perceptron, inputs that a random network has learned). label_noise
reverses labels, of the patterns that are learned only. Test patterns are
new ones.`,
	"algorithm.bp": `Plain belief propagation, of the models of fbp: one fixed point without any
field. It finds no weights, so that nothing is measured, and there is no
success.tsv.

At a finite temperature, of a perceptron, every w counts, with a factor
exp(−beta f(Δ)) for each pattern. loss f is "cross_entropy", ln(1 +
exp(−2γΔ))/2γ with gamma = γ, which may be inf; with the margin κ of the model
"hinge", max(κ − Δ, 0), "square", max(κ − Δ, 0)²/2, or "counting", 1 for Δ ≤
κ. At beta = 0 all weights count alike.`,
	"algorithm.command": `A program of your own, in any language, as run = ["python3", "solver.py",
"{patterns}", "{weights}", "{seed}"]. No shell sees these words, and fbp run
and fbp submit execute it with --allow-commands only: read a config first.

For every search {patterns} is a file that the program reads, one pattern a
line, times its label, and {weights} the file that it writes, text or .npy:
weights ±1, or real ones, which are scaled to their sphere. {labels} is a file
with the labels, {seed} an integer, another one for every search, without
which there is one search of a sample, and {kappa} the margin of the model.

A word with a slash, and an argument that is a file beside the config, is the
path of a file, from the folder of the config. What is in these files is part
of the task's name; other files that the program reads, and the program
itself where it is found in PATH, are not. Its working directory is empty,
in the folder of the run, and removed afterwards. On Linux it and all that it
starts end with fbp, also if that is killed; elsewhere they go on then.

Weights that get patterns wrong are unsolved, as are real ones without a
direction (all 0, or with squares that over- or underflow). So is a program that
max_seconds end (late is 1): it gets SIGTERM and has two seconds to write the
weights that it has. A program that ends with an exit code of its own where it
finds no weights wants this code in none_found, as none_found = [20]: the search
is then unsolved. A code that also stands for an error, as 1 of Python does,
hides errors. Without weights nothing is measured and there are no errors;
errors_reason gives the reason.

Any other exit code than 0, weights of another number, or none at exit code 0
are a failed task, which is in no success probability; the record has the first
and last of what the program wrote. Its seconds are the processor time of the
program with all that it starts. Results are only as reproducible as the program,
and the run object of records and provenance.json name it under "outside".`,
	"algorithm.cross_entropy": `Stochastic gradient descent on the cross-entropy, of committees of sign units
with spherical weights. The defaults are those of the fast descent of PNAS
117, 161, with stop = "loss" of its slow one; docs/papers.md, Fig. 5, says
where they depart from the paper.`,
	"algorithm.decimation": `Weights ±1, not of binary_mlp, drawn from the measure of plain BP: solutions,
or with beta weights of a perceptron at a finite temperature.`,
	"algorithm.enumerate": `All weights ±1 of a model of at most 31, inputs ±1. solutions, clusters under
single flips, largest_cluster and entropy are exact; the solution that is
returned has the most others within radius flips, and enumeration.tsv counts
those around it. Without a solution the weights have the fewest errors.`,
	"algorithm.fbp": `Focusing BP, of every model except binary_mlp; of spherical weights with
protocol "scoping" or "list".

Protocols: "scoping" keeps y and takes γ from gamma; "list" has pairs = [[γ,
y], …]; "reinforcement" has γ = ∞ and y = 1/(1−r) with r = 0, rate, 2 rate, …
< 1, or with growth = "geometric" y = (1−rate)^(−k), k = 0, 1, …, up to y,
where a step is one sweep unless max_sweeps is given, and damping = 0 (0.3
with accuracy = "amp") and refresh = 1000 unless one of them is given (a
flooding sweep keeps its damping); "pseudo" has γ = atanh r^x and y = 1 +
r^(1−2x)/(1−r).

Of spherical weights gamma is the elastic coupling λ, and the defaults are
those of PNAS 117, 161 (2020): y = 10, gamma = { schedule = "exponential",
steps = 30, from = 0.5, to = 30 }, damping = 0.7.

Presets have protocol = "reinforcement", growth = "geometric", y = 20, stop =
"solved". "capacity" solves most near capacity: rate = 0.003 and finish =
"sbpi", or, on models that SBPI does not support, protocol = "scoping";
"cheap", for problems that are easy, has rate = 0.03 and give_up = "frozen",
and is for weights ±1 only.

The weights with the fewest errors on the way are kept. give_up = "frozen"
ends a search at q > 1 − 1e-4 and is meant for steps of one sweep; "entropy"
ends it when the entropy Σ_int of a replica is below −1, and needs more than
one sweep a step. given_up is 1 for a search that was ended at a step with
errors, by a rule or because weights were frozen in an impossible state, a
rule that committees always have.

finish starts from the messages of the first step with errors at q > hand_over
(0.99), or from those of the last step, also where give_up ends the search,
whose given_up is then 0 if this solves. "sbpi" is for the perceptron and
trees of sign units, with weights and inputs ±1: each of attempts (20) starts
from the messages and runs for max_epochs (2000) with the next of the list ps
([0.3, 0.4]); a unit of 1000 inputs or more has 50 attempts and ps = [0.4].
With "sbpi" every sweep is damped as damping says, and no step starts from
messages that are extrapolated.

Zero messages are a fixed point of models that look the same after w → −w or
after an exchange of hidden units (layout "full"): there start is { noise =
0.1 }. Parity machines of three and more units start from the noise, 0.5, at
every step before which messages are zero, as they are while γ is below about
1.`,
	"algorithm.file": `No search: weights from elsewhere. path is the folder of a run, or one of its
solution files, matched by instance; or a file of weights ±1 or 1/0, text or
.npy, for all samples, with {sample} in its name one for each sample, with
{search} one for each search, and with {instance} one for each instance, named
as the pattern files of fbp plan --write-patterns.`,
	"algorithm.hinge": `Descent of a perceptron with spherical weights on a loss that is zero beyond a
margin.`,
	"algorithm.lal": `Least-action learning of committees of sign units with spherical weights,
which ends at zero errors, and eLAL with replicas, which ends at a sum of
squared distances from their mean below tolerance.`,
	"algorithm.layered_bp": `Message passing through a binary_mlp, batch by batch; inputs may be real
numbers. The fields of the weights are multiplied by rho before each batch;
damping is ψ of m ← ψ m + (1−ψ) tanh h. Both are one number, or a list with one
for each layer of weights, that of the output last. After the part polarize.from
of the epochs rho is larger by polarize.by times batch/P. start.field is the
deviation of the fields at the beginning; below 1 the output can become
constant. Reinforcement ends before r = 1; in focusing, γ goes through its
values over the epochs.`,
	"algorithm.linear_programs": `A perceptron with spherical weights and kappa < 0: the longest weights in the
polytope of those that have the margin, by a sequence of linear programs, each
in the direction where the last one ended; longer than 1 (√n in files) they
solve. An epoch is a program. It takes about 8 n (n + p) bytes.`,
	"algorithm.localization": `Solutions of a perceptron with inputs ±1, drawn with known weights: by a power
of their stabilities with potential, which weights ±1 need, at least 1, to be
drawn fairly. Steps are of the time step/V, V = Σ(1 − m²)/N, until NV is below
end, and below a fifth of what it is without a field; polish sweeps under the
field follow. On spheres (end = 0.5, polish = 200, increments = "mean") they
turn weights without an error, from the means, and draw exactly; weights ±1
anneal. Messages are approximate at small N: with power 1 overlaps of two
solutions are at N = 15 too large by 0.015 in the mean and by up to 0.05 where
solutions are isolated, and right to 0.01 from N = 51 on. searches = n draws n
independent solutions of each instance.`,
	"algorithm.monte_carlo": `Simulated annealing of weights ±1, of one or several coupled replicas; energy
= "cross_entropy" and "potential" are for the perceptron, the latter with one
replica, drawn with a power of the stabilities, without beta, overlap,
coupling and gamma. Where solutions are isolated, as most are at N = 15, α =
0.6, no flip leads from one to another at the end: equilibrate and snapshots
move nothing, and the solution is the one where the anneal froze.

The overlap rises to overlap in the first fifth of the anneal. A sweep is one
proposal per weight of every replica. If patterns are not learned at the end,
the search continues at the last temperature, at most as long again. With
snapshots, solutions are sampled at zero temperature: equilibrate sweeps, over
whose second half the coupling is averaged and then kept, followed by
snapshots of all replicas, gap sweeps apart; weights are the signs of the sum
over the replicas of the last. With snapshots = 0, the default for one
replica, the search ends at the first solution (of several replicas, after the
anneal).`,
	"algorithm.perceptron_rule": `As sbpi without its rule for barely correct patterns: the clipped perceptron.`,
	"algorithm.replicated_sgd": `Replicas of weights ±1, the signs of real ones, descend batch by batch:
perceptrons, and committees of sign units. gamma is { from = 0.05, step =
0.001 } by default; from γ of about 20 on tanh is a sign. attraction and gamma
have no meaning for one replica.`,
	"algorithm.sbpi": `Hidden states of binary weights, odd integers from −(K−1) to K−1, learn
pattern by pattern: perceptrons, and trees of sign units. Too few states find
no solution, more do no harm; left out, it is the even number next to 2√n, n
inputs per unit.`,
	"algorithm.sphere_monte_carlo": `Typical solutions of a perceptron with spherical weights, drawn by Monte
Carlo. The margin rises from that of random weights to kappa in rise sweeps,
of one move per weight; the search waits at most as long again, since margins
below zero have pockets from which no path leads up.`,
	"algorithm.straight_through": `Stochastic gradient descent on real weights whose signs are a binary_mlp.
Rates of some tens suit networks of a hundred units a layer; larger ones end
in a constant output. stop = "end" goes through all epochs and keeps the last
of the networks with the fewest errors; "solved" ends with the first that has
none.`,
	"measure.barrier": `How many patterns are not learned on a path between two solutions, compared as
for overlaps. "line", of spherical weights, is γ w_a + (1−γ) w_b scaled to its
norm; "centre", without between, a line from a to the centre of the solutions
of all searches of the sample, γ from 1 to 1/2, and one from there to b.
"flips", of weights and inputs ±1: weights that differ are flipped in random
order, from a to b; "greedy": next comes one of those whose flip leaves the
fewest errors. fraction is γ on lines, and for flips the fraction that is
done, rounded as for robustness.`,
	"measure.fairness": `Whether the solutions that the searches of a sample found are drawn from the
measure that is claimed: their overlaps, their alignment with the magnetisations
of plain BP on the same instance, the logarithms of their stabilities and the
histogram of these, each minus what the messages say. For a perceptron with
inputs ±1 and two or more searches of a sample; those without a solution
are left out. The potential is that of [algorithm], if it has one.`,
	"measure.generalization": `Error on the test set, and overlap with the teacher.`,
	"measure.hessian": `Eigenvalues of the second derivatives of the error of the smooth network, of
committees of sign units with spherical weights. beta = "smallest" is the
least β at which the smooth network of that solution gets no pattern wrong.`,
	"measure.landscape": `How many patterns are not learned in the plane of three solutions of spherical
weights, with three or more searches of a sample. spacing and reach are in
units of the sides of their triangle; (1 + 2 reach)/spacing squared is at most
100 000.`,
	"measure.local_energy": `Training error after part of the weights ±1 has been flipped, rounded as for
robustness.`,
	"measure.local_entropy": `Entropy against distance, by biased BP around the solution; of every model but
binary_mlp. It is measured around weights with errors only with unsolved =
"include". lambda is { schedule = "exponential", steps = 40, from = 0.05, to =
50 } by default. replicon is for models of one unit and inputs ±1, with
accuracy = "accurate" or "amp".`,
	"measure.overlaps": `How far apart the solutions of several searches, or of variants, lie.
Solutions are compared where their model (except for the margin) and their
instance are the same; with several searches of a sample, each search of one
with each of the other. Each pair is a task, named after its two solutions;
the run that does it makes a search that is missing. Hidden units that can be
exchanged, or change sign, are matched first, at most 2001 in a layer.`,
	"measure.robustness": `How many learned patterns are wrong when part of their inputs changes.
Fractions are rounded to whole inputs, which are chosen at random; a half is
rounded to the even number of the two. Tables have the fraction as it was
given.`,
	"measure.solved_fraction": `Fraction of the weights at a distance that are solutions too, of committees of
sign units with spherical weights, by direct Monte Carlo; with few steps it is
too small.`,
	"measure.stability": `Distribution of the stabilities.`,
	"figure.local_entropy": `The points with error bars, the entropy of all configurations, and every
theory that has d and entropy (none where weights are spherical: the axis is D
there, and d of theory is D/2). Curves of theory have the colour of the points
at their parameters, and are dashed where the entropy is negative.`,
	"figure.panels": `Columns of tables, either measured or of theory. A map lies beneath all else,
white below the first level and the darker the higher; values are interpolated
between the places that the table has.`,
	"figure.success": `The fraction of searches that found a solution against α, with its 95 %
interval, one curve per N. It is the default if α or P is swept, nothing is
measured that a figure can draw, and the solver has no epochs or a theory with
a threshold is asked for. α_c is that of the model: of binary, of spherical
with κ ≥ 0, and of symmetric perceptrons at the κ of the config; of others
there is no guide. A theory of the config with a single threshold, such as
capacity, has one too, a dashed one if it is not about the experiment.`,
	"measure.wander": `A walk without errors from the solution: weights ±1 flip one at a time, pairs of
weights of a unit on a sphere turn; what would make an error is rejected. It
tells how far the region around the solution leads, and which weights are frozen
there. Models whose errors cannot follow flips are refused, as "monte_carlo"
refuses them.`,
}

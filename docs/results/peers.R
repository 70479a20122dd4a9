# Variable selection by R packages and by lbp on one generated regression: errors of inclusion probabilities, and processor time.
#
#   Rscript peers.R 500 path/to/lbp.jar 5     # p columns, the command line's jar, the number of seeds
#
# It works in the folder peers-500 below the current one. Packages that are not installed are left out:
#   install.packages(c("BAS", "BMS", "remotes")); remotes::install_github("albcab/scaleBVS")
#
# Times are user time of the processor: of this process for packages, of the whole Java process for lbp. Runs of all samplers
# alternate. "Sampling" is the time of a run less that of the shortest run of the same sampler on the same data, so that it has
# neither the start of a process, nor reading, nor products of columns before the first step. "All" is from the file to the
# probabilities, for packages read.csv and the call.
#
# All have the g-prior with g = n, and each variable is in with probability 10/p. scaleBVS halves the number of its rows in integers to
# get the exponent of the evidence, and knows no constant. So the design has 501 rows, and the packages without a constant are
# given 500 rows: the centred columns in coordinates orthogonal to the constant. The laws of all samplers are then the same.

options(scipen = 100) # 100000, not 1e+05, also in the arguments of lbp
arguments <- commandArgs(trailingOnly = TRUE)
p <- as.integer(arguments[1])
jar <- if (length(arguments) > 1) normalizePath(arguments[2], mustWork = TRUE) else NULL
seeds <- if (length(arguments) > 2) as.integer(arguments[3]) else 5L
stopifnot(!is.na(p), p >= 20, !is.na(seeds), seeds >= 1)
folder <- sprintf("peers-%d", p)
dir.create(folder, showWarnings = FALSE)
setwd(folder)
n <- 501
large <- p > 1000

# Yang, Wainwright and Jordan (2016): correlation .6^|i - j|, ten true variables, SNR 2
if (!file.exists("design.csv")) {
  set.seed(1)
  x <- matrix(rnorm(n * p), n, p)
  for (j in 2:p) x[, j] <- 0.6 * x[, j - 1] + sqrt(1 - 0.6^2) * x[, j]
  beta <- 2 * sqrt(log(p) / n) * c(2, -3, 2, 2, -3, 3, -2, 3, -2, 3)
  y <- drop(x[, 1:10] %*% beta) + rnorm(n)
  colnames(x) <- paste0("x", 1:p)
  write.csv(data.frame(y, x), "design.csv", row.names = FALSE)
}
user <- function(expression) {
  time <- system.time(expression)
  sum(time[c("user.self", "user.child")], na.rm = TRUE)
}
reading <- user(table <- read.csv("design.csv"))
y <- table$y
x <- as.matrix(table[, -1])
rotating <- user({
  basis <- qr.Q(qr(cbind(1, contr.helmert(n))))[, -1]
  xr <- crossprod(basis, x)
  yr <- drop(crossprod(basis, y))
})

# A run has a seed and a number of iterations, and returns probabilities.
runs <- list()
if (!is.null(jar)) {
  fixed <- function(draws) c("--draws", draws, "--warmup", draws %/% 10)
  lbp <- function(chains, seed, more, out = "lbp") {
    unlink(out, recursive = TRUE)
    status <- system2("java", c("-jar", shQuote(jar), "select", "design.csv", "--response", "y", "--inclusion", "size:10",
                                "--chains", chains, "--threads", chains, "--seed", seed, more, "--out", out),
                      stdout = FALSE, stderr = FALSE)
    stopifnot(status %in% c(0, 1)) # 1: not shown to have mixed
    probabilities(out)
  }
  probabilities <- function(out) {
    read <- read.csv(file.path(out, "inclusion.csv"))
    read$probability[match(colnames(x), read$variable)]
  }
  runs$lbp <- list(iterations = if (large) 20000 else 100000, shortest = 100, run = function(m, seed) lbp(1, seed, fixed(m)))
}
if (requireNamespace("scaleBVS", quietly = TRUE))
  runs$scaleBVS <- list(iterations = if (large) 3000 else 20000, shortest = 1, run = function(m, seed) {
    set.seed(seed)
    scaleBVS::samplingBVS(yr, xr, c = n, h = 10 / p, n_iter = m, burn_in = m %/% 10 + 1, weighted = TRUE)$PIP
  })
if (requireNamespace("BAS", quietly = TRUE))
  runs$BAS <- list(iterations = if (large) 2000 else 10000, shortest = 2, run = function(m, seed) {
    set.seed(seed)
    suppressWarnings(BAS::bas.lm(y ~ ., data = data.frame(y, x), prior = "g-prior", alpha = n, modelprior = BAS::Bernoulli(10 / p),
                                 initprobs = "Uniform", method = "MCMC", n.models = m, MCMC.iterations = m))$probne0.MCMC[-1]
  })
if (!large && requireNamespace("BMS", quietly = TRUE)) for (kind in c("bd", "rev.jump")) local({
  move <- kind
  runs[[paste("BMS", move)]] <<- list(iterations = 20000, shortest = 10, run = function(m, seed) {
    set.seed(seed)
    fit <- BMS::bms(cbind(y, x), burn = m / 10, iter = m, mcmc = move, g = "UIP", mprior = "fixed", mprior.size = 10,
                    nmodel = 100, start.value = 0, g.stats = FALSE, user.int = FALSE)
    coef(fit, order.by.pip = FALSE)[, "PIP"]
  })
})

# What is taken for the truth: a long run of lbp, else of scaleBVS; the other long run says how far they are apart.
long <- list()
if (!is.null(runs$lbp)) { # kept for the next call
  if (!file.exists("long/inclusion.csv")) lbp(4, 1000, fixed(if (large) 60000 else 200000), out = "long")
  long$lbp <- probabilities("long")
}
if (!is.null(runs$scaleBVS)) long$scaleBVS <- runs$scaleBVS$run(if (large) 10000 else 100000, 1000)
stopifnot(length(long) > 0)
truth <- long[[1]]
uncertain <- truth > 0.01 & truth < 0.9999
error <- function(pip) sqrt(mean((pip[uncertain] - truth[uncertain])^2))
cat(sprintf("p = %d, n = %d; %d uncertain variables by a long run of %s\n", p, n, sum(uncertain), names(long)[1]))
if (length(long) > 1) cat(sprintf("long runs of %s differ by %.6f\n", paste(names(long), collapse = " and "), error(long[[2]])))
cat(sprintf("read.csv %.2f s; coordinates orthogonal to the constant %.2f s\n", reading, rotating))

rows <- NULL
for (seed in seq_len(seeds)) {
  for (name in names(runs)) {
    each <- runs[[name]]
    shortest <- user(each$run(each$shortest, seed))
    whole <- user(pip <- each$run(each$iterations, seed))
    rows <- rbind(rows, data.frame(name, seed, iterations = each$iterations, sampling = whole - shortest, error = error(pip),
                                   all = if (name == "lbp") whole else reading + whole, found = sum(pip[1:10] > 0.5)))
  }
  if (!is.null(runs$lbp)) {
    all <- user(pip <- lbp(4, seed, c("--until-pip-error", "0.01")))
    rows <- rbind(rows, data.frame(name = "lbp, until .01", seed, iterations = NA, sampling = NA, error = error(pip), all,
                                   found = sum(pip[1:10] > 0.5)))
  }
  write.csv(rows, "rows.csv", row.names = FALSE)
}
three <- function(values) {
  if (anyNA(values)) return("-")
  values <- signif(values, 2)
  sprintf("%s (%s to %s)", format(median(values), scientific = FALSE), format(min(values), scientific = FALSE),
          format(max(values), scientific = FALSE))
}
cat("\n| sampler | iterations | us per iteration | seconds of sampling | error | error times sqrt(s), sampling | seconds in all",
    "| error times sqrt(s), all | true variables found |\n|---|---|---|---|---|---|---|---|---|\n")
for (name in unique(rows$name)) {
  one <- rows[rows$name == name, ]
  m <- one$iterations[1]
  cat(paste0("| ", paste(name, if (is.na(m)) "-" else format(m, big.mark = ","), three(1e6 * one$sampling / m), three(one$sampling),
                         three(one$error), three(one$error * sqrt(one$sampling)), three(one$all), three(one$error * sqrt(one$all)),
                         paste(unique(range(one$found)), collapse = " to "), sep = " | "), " |\n"))
}

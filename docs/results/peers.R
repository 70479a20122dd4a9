# Variable selection by R packages on one generated regression: time per iteration, and errors of inclusion probabilities.
# Beside them lbp, if its result is there. Usage:
#
#   Rscript peers.R 500                # or 5000 columns; writes design-500.csv, then runs the packages
#   lbp select design-500.csv --response y --inclusion size:10 --until-pip-error 0.001 --out design-500
#   Rscript peers.R 500                # again: with the errors against lbp
#
# install.packages(c("BAS", "BMS", "remotes")); remotes::install_github("albcab/scaleBVS")

p <- as.integer(commandArgs(trailingOnly = TRUE)[1])
stopifnot(!is.na(p), p >= 20)
n <- 500
rho <- 0.6
set.seed(1)

# Yang, Wainwright and Jordan (2016): correlation rho^|i - j|, ten true variables, SNR 2
x <- matrix(rnorm(n * p), n, p)
for (j in 2:p) x[, j] <- rho * x[, j - 1] + sqrt(1 - rho^2) * x[, j]
beta <- 2 * sqrt(log(p) / n) * c(2, -3, 2, 2, -3, 3, -2, 3, -2, 3)
y <- drop(x[, 1:10] %*% beta) + rnorm(n)
colnames(x) <- paste0("x", 1:p)
file <- sprintf("design-%d", p)
if (!file.exists(paste0(file, ".csv"))) write.csv(data.frame(y, x), paste0(file, ".csv"), row.names = FALSE)

# All have the g-prior with g = n, and each variable is in with probability 10/p.
xc <- scale(x, scale = FALSE)
yc <- y - mean(y)
large <- p > 1000
runs <- list(
  scaleBVS = list(iterations = if (large) 2000 else 20000, run = function(m)
    scaleBVS::samplingBVS(yc, xc, c = n, h = 10 / p, n_iter = m, burn_in = m / 10, weighted = TRUE)$PIP),
  BAS = list(iterations = if (large) 5000 else 50000, run = function(m)
    BAS::bas.lm(y ~ ., data = data.frame(y, x), prior = "g-prior", alpha = n, modelprior = BAS::Bernoulli(10 / p),
                initprobs = "Uniform", method = "MCMC", n.models = m, MCMC.iterations = m)$probne0.MCMC[-1]))
if (!large) {
  bms <- function(kind) function(m) {
    fit <- BMS::bms(cbind(y, x), burn = m / 10, iter = m, mcmc = kind, g = "UIP", mprior = "fixed", mprior.size = 10,
                    nmodel = 100, start.value = 0, g.stats = FALSE, user.int = FALSE)
    coef(fit, order.by.pip = FALSE)[, "PIP"]
  }
  runs$"BMS bd" <- list(iterations = 50000, run = bms("bd"))
  runs$"BMS rev.jump" <- list(iterations = 50000, run = bms("rev.jump"))
}

result <- file.path(file, "inclusion.csv")
truth <- NULL
if (file.exists(result)) {
  table <- read.csv(result)
  truth <- table$probability[match(colnames(x), table$variable)]
}
for (name in names(runs)) {
  iterations <- runs[[name]]$iterations
  seconds <- system.time(pip <- runs[[name]]$run(iterations))[["user.self"]]
  cat(sprintf("%-13s %6d iterations, %8.1f us each, %7.2f s; true variables found: %d of 10", name, iterations,
              1e6 * seconds / iterations, seconds, sum(pip[1:10] > 0.5)))
  if (!is.null(truth)) {
    uncertain <- truth > 0.01 & truth < 0.9999
    cat(sprintf("; error against lbp: %.5f", sqrt(mean((pip[uncertain] - truth[uncertain])^2))))
  }
  cat("\n")
}

# Writes twelve tables of R's packages datasets, MASS and survival as CSV into the folder that it runs in: numbers alone,
# the response first, then what belongs to it (trials, events), then the candidates.

suppressPackageStartupMessages({
  library(MASS)
  library(survival)
})

write <- function(name, ...) {
  columns <- lapply(list(...), as.numeric)
  write.csv(as.data.frame(columns), paste0(name, ".csv"), row.names = FALSE)
}
put <- function(name, data, response) do.call(write, c(name, data[response], data[setdiff(names(data), response)]))

put("stackloss", stackloss, "stack.loss")
put("longley", longley, "Employed")
put("swiss", swiss, "Fertility")
put("attitude", attitude, "rating")
put("mtcars", mtcars[c("mpg", "cyl", "disp", "hp", "drat", "wt", "qsec", "am")], "mpg")
with(birthwt, write("birthwt", low = low, age = age, lwt = lwt, black = race == 2, smoke = smoke, ht = ht, ui = ui))
put("pima", transform(Pima.tr, type = type == "Yes"), "type")
with(esoph, write("esoph", cases = ncases, trials = ncases + ncontrols, age = agegp, alcohol = alcgp, tobacco = tobgp))
with(quine, write("quine", days = Days, eth = Eth, sex = Sex, age = Age, slow = Lrn == "SL"))
with(epil, write("epil", y = y, treated = trt == "progabide", base = lbase, age = lage, last = V4, period = period))
with(veteran, write("veteran", time = time, status = status, trt = trt, small = celltype == "smallcell", karno = karno,
  diagtime = diagtime, age = age, prior = prior))
put("lung", transform(na.omit(lung[c("time", "status", "age", "sex", "ph.ecog", "pat.karno", "meal.cal", "wt.loss")]),
  status = status - 1), c("time", "status"))

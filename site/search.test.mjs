// Searches that a newcomer types find their page among the first three. It reads the index of the site that
// `npm run build` has made: `npm test`.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import MiniSearch from 'minisearch'
import config from './.vitepress/config.mjs'

const searches = {
  'which sampler': 'how-to/choose-a-sampler',
  'variable selection': 'how-to/selection',
  'posterior inclusion probability': 'how-to/selection',
  'logistic regression': 'how-to/selection-logistic',
  'noisy-or': 'how-to/bayesian-networks',
  'Bayesian network': 'how-to/bayesian-networks',
  'pgmpy': 'how-to/coming-from',
  'heat capacity': 'how-to/temperatures',
  'spin glass': 'how-to/temperatures',
  'partition function': 'how-to/tempering',
  'max cut': 'how-to/solve',
  'travelling salesman': 'how-to/solve',
  'timetable': 'how-to/permutations',
  'gradle': 'how-to/add-lbp',
  'pytorch model': 'how-to/networks',
  'not mixed': 'how-to/faq',
  'r-hat': 'how-to/read-the-result',
  'slurm': 'how-to/many-machines',
  'csv without java': 'how-to/without-java',
  'protein design': 'how-to/design-sequences',
  'out of memory': 'how-to/long-runs',
  'multimodal': 'how-to/tempering',
  'effective sample size': 'how-to/read-the-result',
  'resume after crash': 'how-to/long-runs',
  'clique': 'how-to/solve',
  'lasso': 'how-to/selection',
  'gene set enrichment': 'how-to/covers',
  'python': 'how-to/keep-draws',
  'own model': 'how-to/own-model',
  'MNIST': 'how-to/train-networks',
}

const site = dirname(fileURLToPath(import.meta.url))
const chunks = join(site, '.vitepress/dist/assets/chunks')
const file = readdirSync(chunks).find(name => name.startsWith('@localSearchIndexroot'))
const { options } = config.themeConfig.search
const index = MiniSearch.loadJSON((await import(join(chunks, file))).default, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions: { prefix: true, ...options.miniSearch.searchOptions },
})

let missed = 0
for (const [search, page] of Object.entries(searches)) {
  const found = index.search(search).map(result => result.id.slice(config.base.length).replace('.html', ''))
  const rank = found.findIndex(id => id.split('#')[0] === page) + 1
  if (rank < 1 || rank > 3) missed++
  console.log(`${rank < 1 || rank > 3 ? 'MISSED ' : ''}${search}: ${page} is ${rank || 'not found'}; ${found.slice(0, 3).join(', ')}`)
}
if (missed > 0) process.exitCode = 1

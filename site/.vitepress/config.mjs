import { cpSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const site = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const root = resolve(site, '..')
const docs = join(root, 'docs')

/** Where the sources are: the property lbp.url of pom.xml, the one place that says it. */
const repository = /<lbp\.url>([^<]+)<\/lbp\.url>/.exec(readFileSync(join(root, 'pom.xml'), 'utf8'))[1]

/** What `mvn javadoc:aggregate` of the root has made, if it has. */
const javadoc = join(root, 'target/reports/apidocs')

/** The anchors that GitHub makes, so that a link works there and here. LinksTest of lbp-core has the same rule. */
function slugify(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '').replaceAll(' ', '-')
}

/** A link to what is no page of docs leads to the repository; README.md is the index of the site. */
function rewritten(href, page) {
  if (/^([a-z]+:|#|\/)/.test(href)) return href
  const [path, hash] = href.split('#')
  const file = resolve(docs, dirname(page), decodeURI(path))
  if (!existsSync(file)) return href // VitePress reports it
  const inside = !relative(docs, file).startsWith('..')
  const directory = statSync(file).isDirectory()
  if (inside && path.endsWith('.md')) return href.replace(/(^|\/)README\.md/, '$1index.md')
  const target = relative(root, file).replaceAll('\\', '/')
  return `${repository}/${directory ? 'tree' : 'blob'}/main/${target}${hash ? '#' + hash : ''}`
}

function repositoryLinks(md) {
  md.core.ruler.push('repository-links', state => {
    for (const block of state.tokens) {
      for (const token of block.children ?? []) {
        if (token.type === 'link_open') {
          token.attrSet('href', rewritten(token.attrGet('href'), state.env.relativePath))
        }
      }
    }
  })
}

/** The index of all pages, docs/README.md, with each entry on one line. It is the one list, also of what follows. */
const index = readFileSync(join(docs, 'README.md'), 'utf8').replace(/\n +/g, ' ').split('\n')

/** The sidebar: a group for each heading of the index and for each line such as "Set up:" below one. */
function sidebar() {
  const groups = []
  for (const line of index) {
    const heading = /^## (.*)/.exec(line) ?? /^([A-Z][^.]*):$/.exec(line)
    if (heading) {
      groups.push({ text: heading[1], collapsed: true, items: [] })
    } else if (groups.length > 0) {
      for (const [, text, link] of line.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)) {
        groups.at(-1).items.push({ text: text[0].toUpperCase() + text.slice(1), link: '/' + link })
      }
    }
  }
  const start = [['Home, all pages', '/'], ['Tutorial', '/tutorial'], ['Gallery of reports', '/gallery']]
  return [{ text: 'Start', items: start.map(([text, link]) => ({ text, link })) }]
    .concat(groups.filter(group => group.items.length > 0))
}

/** What the search finds of a page: its text, and what the index says of it. Of the index itself the first words. */
function searched(source, env, md) {
  const html = md.render(source, env)
  if (env.relativePath === 'README.md') return html.slice(0, html.indexOf('<h2'))
  const told = index.find(line => line.startsWith('- ') && line.includes(`](${env.relativePath})`)) ?? ''
  return html.replace('</h1>', `</h1><p>${md.utils.escapeHtml(told.replace(/\]\([^)]*\)/g, ']'))}</p>`)
}

/**
 * How the search ranks. VitePress sends the text of these functions to the browser, so they use nothing from outside.
 * Pages that help to do something come first, then what explains and lists, then results, then decisions.
 */
const searchOptions = {
  fuzzy: term => (term.length < 5 ? false : 0.2),
  boost: { title: 4, text: 2, titles: 1 },
  boostDocument: (id, term, stored) =>
    /\/(adr|architecture|releasing|results\/slides)/.test(id) ? 0.2
      : /\/results\//.test(id) ? 0.4
        : /\/(how-to|tutorial)/.test(id) ? (stored.titles.length === 0 ? 3 : 1.5) : 1,
}

const nav = [
  { text: 'Tutorial', link: '/tutorial' },
  { text: 'Gallery', link: '/gallery' },
  { text: 'Glossary', link: '/reference/glossary' },
  { text: 'Sources', link: repository },
]
if (existsSync(javadoc)) nav.splice(3, 0, { text: 'Javadoc', link: '/javadoc/index.html', target: '_self' })

export default defineConfig({
  title: 'lbp',
  description: 'Gradient-informed Markov chain Monte Carlo on discrete spaces, in Java',
  base: `/${posix.basename(repository)}/`,
  srcDir: '../docs',
  rewrites: { 'README.md': 'index.md' },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  cleanUrls: false,
  lastUpdated: false,
  ignoreDeadLinks: [/^\/javadoc\//],
  markdown: { anchor: { slugify }, config: repositoryLinks },
  // The pages are outside this directory, and would look for these beside themselves.
  vite: {
    resolve: {
      alias: [{ find: /^vue(\/server-renderer)?$/, replacement: join(site, 'node_modules/vue$1') }],
    },
    build: { chunkSizeWarningLimit: 2000 },
  },
  themeConfig: {
    nav,
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { _render: searched, miniSearch: { searchOptions } } },
    footer: { message: 'Apache License 2.0' },
  },
  // The home page is as wide as the window, without a list at either side: it is the list.
  transformPageData(page) {
    if (page.relativePath === 'index.md') Object.assign(page.frontmatter, { sidebar: false, aside: false, pageClass: 'home' })
  },
  buildEnd({ outDir }) {
    if (existsSync(javadoc)) cpSync(javadoc, join(outDir, 'javadoc'), { recursive: true })
  },
})

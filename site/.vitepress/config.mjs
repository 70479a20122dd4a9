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

/** The index of all pages is docs/README.md; the sidebar is read from it, so that there is one list. */
function sidebar() {
  const groups = []
  let section
  for (const line of readFileSync(join(docs, 'README.md'), 'utf8').split('\n')) {
    const heading = /^## (.*)/.exec(line)
    const subheading = /^([A-Z][^.]*):$/.exec(line)
    if (heading) {
      section = { text: heading[1], collapsed: true, items: [] }
      groups.push(section)
    } else if (subheading && section) {
      const group = { text: subheading[1], collapsed: true, items: [] }
      groups.splice(groups.indexOf(section) + 1 + groups.filter(g => g.of === section).length, 0, group)
      group.of = section
    } else if (section && !line.startsWith('|')) {
      const items = groups.filter(g => g.of === section).at(-1)?.items ?? section.items
      for (const [, text, link] of line.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)) {
        items.push({ text: text[0].toUpperCase() + text.slice(1), link: '/' + link })
      }
    }
  }
  const all = groups.map(({ text, items, collapsed }) => ({ text, items, collapsed }))
  return [{ text: 'Start', items: [{ text: 'All pages', link: '/' }, { text: 'Tutorial', link: '/tutorial' }] }]
    .concat(all.filter(group => group.items.length > 0))
}

const nav = [
  { text: 'Tutorial', link: '/tutorial' },
  { text: 'Glossary', link: '/reference/glossary' },
  { text: 'Sources', link: repository },
]
if (existsSync(javadoc)) nav.splice(2, 0, { text: 'Javadoc', link: '/javadoc/index.html', target: '_self' })

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
    search: { provider: 'local' },
    footer: { message: 'Apache License 2.0' },
  },
  buildEnd({ outDir }) {
    if (existsSync(javadoc)) cpSync(javadoc, join(outDir, 'javadoc'), { recursive: true })
  },
})

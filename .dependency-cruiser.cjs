/** Who may import whom, as docs/architecture.md draws it. */

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
/** A block of editors' pages is one folder, of which the contract and the server know the schema. */
const BLOCK_SCHEMAS = '^components/content/blocks/(schemas|[^/]+/schema)\\.ts$'
const TEST = '\\.test\\.tsx?$'

/**
 * The folders of lib/server that are no capability, with what else of lib/server each may import. Only compose/ imports the edges (http/
 * and cms/) and inspection/.
 */
const SERVER_LAYERS = {
  platform: [],
  events: ['platform/'],
  jobs: ['platform/'],
  payload: ['platform/'],
  printing: ['platform/'],
  // The process that opens files runs these readers.
  inspection: ['platform/', 'deposits/read-statement\\.ts', 'signatures/verify(-files)?\\.ts'],
  // The callers' sessions and tokens, and the streams that it opens on Node's responses.
  http: ['platform/', 'identity/(sessions|programs)\\.ts', 'live/(hub|watcher)\\.ts'],
  // The staff's sign-in, and the companies' table, which Payload owns.
  cms: ['platform/', 'jobs/', 'payload/', 'identity/'],
  // Connects all of them.
  compose: [''],
}
/** What every capability may import. */
const SHARED = ['platform/', 'events/', 'jobs/', 'payload/', 'printing/']

const layers = Object.keys(SERVER_LAYERS).join('|')
const serverRules = [
  rule(
    'capabilities-are-strangers',
    'They meet in lib/server/compose and in the database. A folder of lib/server is a capability unless SERVER_LAYERS names it.',
    { path: `^lib/server/(?!(?:${layers})/)([^/]+)/`, pathNot: TEST },
    { path: '^lib/server/', pathNot: [`^lib/server/$1/`, ...SHARED.map((folder) => `^lib/server/${folder}`)] },
  ),
  ...Object.entries(SERVER_LAYERS).map(([layer, others]) =>
    rule(
      `layer-${layer}`,
      'SERVER_LAYERS names what a shared folder, an edge or a composition root may import.',
      { path: `^lib/server/${layer}/`, pathNot: TEST },
      { path: '^lib/server/', pathNot: [`${layer}/`, ...others].map((folder) => `^lib/server/${folder}`) },
    ),
  ),
  rule(
    'payload-stays-behind',
    'Only the back office, and what reads its documents, knows Payload.',
    { path: '^lib/server/', pathNot: [TEST, '^lib/server/(payload|cms|content|feedback|shop)/'] },
    { path: '^node_modules/(payload|@payloadcms)/' },
  ),
]

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'Two files that need each other, or each other’s types, are one subject.',
      {},
      { circular: true },
    ),
    rule('resolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    rule(
      'no-test-in-source',
      'Sources do not import tests.',
      { path: '^(app|components|lib|server|demo)/', pathNot: TEST },
      { path: `^tests/|${TEST}` },
    ),
    rule(
      'domain-is-pure',
      'The rules import nothing.',
      { path: '^lib/domain/', pathNot: TEST },
      { pathNot: '^lib/domain/' },
    ),
    rule(
      'contract-is-data',
      'The contract is data: zod, constants, the words of the rules and the schemas of blocks.',
      { path: '^lib/contract/', pathNot: TEST },
      { pathNot: `^lib/(contract|config|domain)/|^node_modules/zod/|${BLOCK_SCHEMAS}` },
    ),
    rule(
      'block-schemas-are-data',
      'A schema is built from the kinds of fields; its view is the browser’s.',
      { path: BLOCK_SCHEMAS },
      { pathNot: `^lib/contract/block-fields\\.ts$|${BLOCK_SCHEMAS}` },
    ),
    rule(
      'blocks-stay-on-the-server',
      'Browsers load parts of the contract, but none that has the forms of blocks.',
      { path: '^lib/contract/', pathNot: [TEST, '^lib/contract/(content|endpoints)\\.ts$'] },
      { path: BLOCK_SCHEMAS, reachable: true },
    ),
    rule(
      'config-knows-zod-only',
      'Settings depend on nothing.',
      { path: '^lib/config/', pathNot: TEST },
      { pathNot: '^lib/config/|^node_modules/zod/', dependencyTypesNot: ['core'] },
    ),
    rule(
      'api-client',
      'The typed client knows the contract, the settings, ky and when a page is idle.',
      { path: '^lib/api/', pathNot: TEST },
      {
        pathNot:
          '^lib/(api|browser|contract|config)/|^node_modules/(ky|zod|eventsource-parser|server-only|react|next)/|^lib/server/compose/portal\\.ts$',
      },
    ),
    rule(
      'numbers-by-decimals',
      'What browsers load writes money and quantities with lib/i18n/formats.ts; numbro, 15 KB, is for tables and charts of the server.',
      { path: '^components/(auction|cabinet|forms|layout|session|ui)/|^components/content/live-', pathNot: TEST },
      { path: '^lib/i18n/numbers', reachable: true },
    ),
    rule(
      'stream-by-mini',
      'Pages with a running auction load what reads the stream before anything moves: zod itself takes three times as long to start.',
      { path: '^lib/(api/live|contract/stream)\\.ts$' },
      { path: '^node_modules/zod/index', reachable: true },
    ),
    rule(
      'api-client-in-process',
      'Only its server side reaches the portal.',
      { path: '^lib/api/', pathNot: '^lib/api/(server|section)\\.ts$' },
      { path: '^lib/server/' },
    ),
    rule(
      'server-looks-down',
      'The server knows nothing of pages.',
      { path: '^lib/server/', pathNot: TEST },
      { path: '^(app|components|server|demo|bench)/|^lib/api/', pathNot: BLOCK_SCHEMAS },
    ),
    ...serverRules,
    rule(
      'ui-is-primitive',
      'Primitives know no capability.',
      { path: '^components/ui/', pathNot: TEST },
      { path: '^components/(?!ui/)|^lib/(api|server|domain)/' },
    ),
    rule(
      'components-stay-in-the-browser',
      'Components reach the server through the API only.',
      { path: '^components/' },
      { path: '^lib/server/|^lib/api/server\\.ts$|^(app|server)/' },
    ),
    rule(
      'pages-use-the-api',
      'Pages reach the server through the API only.',
      { path: '^app/', pathNot: '^app/(api|storage|internal|\\(cms\\))/' },
      { path: '^lib/server/' },
    ),
    rule(
      'product-without-demo',
      'The process alone loads the demo, and only if it is on.',
      { path: '^(app|components|lib|server)/' },
      { path: '^demo/', dependencyTypesNot: ['dynamic-import'] },
    ),
    rule(
      'process-is-outermost',
      'Nothing imports the process.',
      { path: '^(app|components|lib|demo)/' },
      { path: '^(server|scripts|bench)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|dist|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}

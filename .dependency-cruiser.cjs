// The floor plan of the house as rules: every arrow runs down.
// Where types only are needed one may look through a wall, except into a room above.
const asType = { dependencyTypesNot: ['type-only'] }
const above = {
  contract: 'domain|durable-objects|worker|runner|web|sandbox|scripts',
  domain: 'durable-objects|worker|runner|web|sandbox',
  'durable-objects': 'worker|runner|web|sandbox',
  worker: 'runner|web|sandbox',
  runner: 'domain|durable-objects|worker|web|sandbox',
  web: 'domain|durable-objects|worker|runner|sandbox',
  sandbox: 'domain|durable-objects|worker|runner|web',
}
/** The wings of domain and contract, from the floor up: each knows itself and those before it. Routes and screens stand in wings of the same names. */
const WINGS = ['ground', 'record', 'people', 'recipients', 'sending', 'money', 'privacy', 'operation']
/** The rooms of an account's object, from the floor up: each knows itself and those before it. The entry knows all. */
const ACCOUNT_ROOMS =
  'document tables core settle one-off source claim send session opt-outs outcome run number-check privacy backup turn'.split(
    ' ',
  )
const inAccount = (rooms) => `^durable-objects/account-blast/(${rooms.join('|')})/`
module.exports = {
  forbidden: [
    {
      name: 'every-import-resolves',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(cloudflare:|react/jsx-runtime)' },
    },
    { name: 'no-cycles', from: {}, to: { circular: true, viaOnly: asType } },
    ...Object.entries(above).map(([room, rooms]) => ({
      name: `${room}-knows-nothing-above-it`,
      from: { path: `^${room}/` },
      to: { path: `^(${rooms})/` },
    })),
    ...['domain', 'contract'].flatMap((floor) =>
      WINGS.slice(0, -1).map((wing, i) => ({
        name: `${floor}-${wing}-knows-no-wing-above-it`,
        from: { path: `^${floor}/${wing}/`, pathNot: '^contract/.*\\.test\\.ts$' },
        to: { path: `^${floor}/(${WINGS.slice(i + 1).join('|')})/` },
      })),
    ),
    ...ACCOUNT_ROOMS.map((room, i) => ({
      name: `account-${room}-knows-no-room-above-it`,
      from: { path: inAccount([room]) },
      to: { path: '^durable-objects/account-blast/', pathNot: inAccount(ACCOUNT_ROOMS.slice(0, i + 1)) },
    })),
    {
      name: 'every-part-of-an-account-is-in-a-room',
      from: {},
      to: {
        path: '^durable-objects/account-blast/',
        pathNot: ['^durable-objects/account-blast/object\\.ts$', inAccount(ACCOUNT_ROOMS)],
      },
    },
    {
      name: 'every-room-is-in-a-wing',
      from: {},
      to: {
        path: '^(domain|contract|worker/routes|web/features)/',
        pathNot: [
          `^(domain|web/features)/(${WINGS.join('|')})/[^/]+/.`,
          `^(contract|contract/api|worker/routes)/(${WINGS.join('|')})/[^/]+$`,
          // what all calls are made of
          '^contract/api/[^/]+$',
        ],
      },
    },
    {
      // but for a table of which there is one row a call
      name: 'schemas-know-no-call',
      from: { path: `^contract/(${WINGS.join('|')})/` },
      to: { path: '^contract/api/', ...asType },
    },
    {
      // but for counting how long it took
      name: 'the-database-knows-no-room',
      from: { path: '^domain/ground/db/' },
      to: { path: '^domain/', pathNot: '^domain/ground/(db|tally)/' },
    },
    {
      name: 'only-the-entry-loads-objects',
      from: { path: '^worker/', pathNot: '^worker/index\\.ts$' },
      to: { path: '^durable-objects/', pathNot: '^durable-objects/stubs\\.ts$', ...asType },
    },
    {
      name: 'rules-are-pure',
      from: {
        path: '/rules\\.ts$|^(domain|durable-objects|web)/.*-rules\\.ts$|/next-(check-)?step\\.ts$|/apply-event\\.ts$',
      },
      to: { pathNot: ['(/|-)rules\\.ts$', '^contract/'], ...asType },
    },
    {
      name: 'only-stores-speak-sql',
      from: { path: '^(worker|durable-objects|domain)/', pathNot: ['(/|-)(store|table)\\.ts$', '^domain/ground/db/'] },
      to: { path: 'node_modules/drizzle-orm', ...asType },
    },
    {
      name: 'money-has-one-writer',
      from: { pathNot: '^domain/(money/ledger|ground/db)/' },
      to: { path: '^domain/money/ledger/table\\.ts$' },
    },
    { name: 'routes-are-leaves', from: { pathNot: '^worker/app\\.ts$' }, to: { path: '^worker/routes/' } },
    {
      name: 'few-places-know-baileys',
      from: { pathNot: '^(runner/whatsapp/|sandbox/protocol/|tests/(bench|sandbox/support)/|node_modules/)' },
      to: { path: 'node_modules/(@whiskeysockets/)?baileys' },
    },
    {
      // it says how the engine must go, so nothing of the engine may say it for it
      name: 'the-model-knows-no-product',
      from: { path: '^tests/model/' },
      to: {
        pathNot: [
          '^tests/model/',
          '^scripts/flags\\.ts$',
          '^node:',
          '^(fs|path|child_process|util)$',
          'node_modules/vitest/',
        ],
      },
    },
    {
      name: 'features-do-not-import-features',
      from: { path: '^web/features/([^/]+/[^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      // the schemas of all calls would travel to every browser
      name: 'page-takes-types-of-calls-only',
      // what a test reads is in no page
      from: { path: '^(web|sandbox/phone-page)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^contract/api/', ...asType },
    },
    {
      name: 'ui-knows-no-feature',
      from: { path: '^web/(ui|lib|texts)/' },
      to: { path: '^web/(features|app|realtime)/' },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
}

const { join } = require('node:path')

/**
 * Which way the arrows point. test/nets/fixtures/imports breaks each of these rules once, and test/nets/imports.test.ts asserts that each is reported.
 * Paths are relative to the directory in which the check runs, so the fixture is a small tree of the same shape.
 */
const test = '\\.(test|bench)\\.ts$'
const core = '^packages/core/src/'
const vocabulary = 'action|fact|query|resource|redaction|text'
const parsing = 'codec|flink-configuration|operator-options'
const specRules = 'validation|spec-diff|schedule'
const tableOfKinds = `${core}((kind|explain|admission)/|(kinds|codecs)\\.ts$|index\\.ts$)`
const packages = allowed => `(^|/)node_modules/(?:${allowed})/`

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    // packages
    rule('core-allow-list', 'core runs anywhere: fp-ts, io-ts, the libraries of hashes and of gzip, and yaml, nothing else',
      { path: '^packages/core/', pathNot: [test, '^packages/core/(arbitraries|fixtures)/'] },
      { pathNot: ['^packages/core/(src|simulation|plan)/', packages('fp-ts|io-ts|@noble/hashes|fflate|yaml')], couldNotResolve: false }),
    rule('arbitraries-allow-list', 'for property tests of other projects: core itself and fast-check',
      { path: '^packages/core/arbitraries/', pathNot: test },
      { pathNot: ['^packages/core/(src|simulation|arbitraries)/', packages('fp-ts|fast-check')], couldNotResolve: false }),
    rule('io-ts-only-in-codec', 'decoding is codec\'s subject',
      { path: '^packages/core/', pathNot: [`${core}codec/`, test] },
      { path: packages('io-ts') }),
    rule('high-availability-allow-list', 'pure as core is, and beside it: core itself, fp-ts and the library of hashes',
      { path: '^packages/high-availability/(src|simulation)/', pathNot: test },
      { pathNot: ['^packages/(core|high-availability)/(src|simulation)/', packages('fp-ts|@noble/hashes')], couldNotResolve: false }),
    rule('adapters-import-only-pure-packages', 'an adapter knows what is pure and its own protocol',
      { path: '^packages/([^/]+-adapter)/src/', pathNot: test },
      { path: '^packages/(?!core/|high-availability/)[^/]+/src/', pathNot: '^packages/$1/' }),
    rule('sandbox-imports-only-pure-packages', 'what the adapters are tested against must not be made of them',
      { path: '^packages/sandbox/src/', pathNot: test },
      { path: '^packages/(?!core/|high-availability/|sandbox/)[^/]+/src/' }),
    rule('planner-imports-only-core', 'the page shows what the core decides; what runs in a browser knows no cluster',
      { path: '^packages/planner/src/', pathNot: test },
      { path: '^packages/(?!core/|planner/)[^/]+/src/' }),
    rule('core-stays-at-the-bottom', 'nobody reaches from core, or from core\'s simulation, into another package',
      { path: '^packages/core/' },
      { path: '^packages/(?!core/)' }),
    rule('client-node-only-for-credentials', 'its models lose fields that they don\'t know; only KubeConfig is used',
      { path: '^packages/', pathNot: '^packages/k8s-adapter/src/credentials[./-]' },
      { path: packages('@kubernetes/client-node') }),
    rule('only-declared-packages', 'npm hoists: an import of a package that this one does not declare resolves here and nowhere else',
      { path: '^packages/(?!operator/)', pathNot: test },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] }),
    rule('the-binary-declares-what-is-bundled', 'who installs it installs nothing else: what it is made of is in it',
      { path: '^packages/operator/', pathNot: test },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
    // inside core: vocabulary <- parsing <- rules on specs, round <- cluster, job <- application <- kind <- table of kinds, explain, simulation
    rule('vocabulary-imports-no-rules', 'a word means the same whatever the rules are',
      { path: `${core}(${vocabulary})/`, pathNot: test },
      { path: `${core}[^/]+/`, pathNot: `${core}(${vocabulary}|${parsing})/` }),
    rule('parsing-imports-no-rules', 'reading is not deciding',
      { path: `${core}(${parsing})/`, pathNot: test },
      { path: `${core}[^/]+/`, pathNot: `${core}(${vocabulary}|${parsing})/` }),
    rule('rules-on-specs-import-no-rounds', 'what a spec means is the same in every round',
      { path: `${core}(${specRules})/`, pathNot: test },
      { path: `${core}(round|cluster|job|application)/` }),
    rule('autoscaler-imports-no-rounds', 'how a job is to be scaled follows from samples, options and state alone; how it comes about is the round\'s',
      { path: `${core}autoscaler/`, pathNot: test },
      { path: `${core}[^/]+/`, pathNot: `${core}(${vocabulary}|${parsing}|schedule|autoscaler)/` }),
    rule('round-imports-vocabulary', 'one protocol for every kind: it knows actions, facts and errors, no rule',
      { path: `${core}round/`, pathNot: test },
      { path: `${core}[^/]+/`, pathNot: `${core}(${vocabulary}|${parsing}|round)/` }),
    rule('cluster-imports-no-jobs', 'a cluster knows nothing of upgrades: it may run many jobs, or none',
      { path: `${core}cluster/`, pathNot: test },
      { path: `${core}(job|application)/` }),
    rule('job-imports-no-clusters', 'a job sees its cluster only as a host: it may have one for itself, or share one',
      { path: `${core}job/`, pathNot: test },
      { path: `${core}(cluster|application)/` }),
    rule('the-protocol-hides-secrets', 'round/decide.ts hides secrets in all that leaves a reconcile; a kind only cuts texts without cutting a secret in two',
      { path: `${core}(application|cluster|session-cluster|job|kind)/`, pathNot: [test, `${core}job/told/error-record\\.ts$`] },
      { path: `${core}redaction/`, pathNot: `${core}redaction/(cut-redacted|resource-secrets|sensitive-name)\\.ts$` }),
    rule('rules-import-no-kinds', 'what two kinds share moves down; nothing below knows a kind',
      { path: core, pathNot: [tableOfKinds, test] },
      { path: tableOfKinds }),
    rule('kinds-stay-apart', 'what two kinds share moves down into cluster/ or job/',
      { path: `${core}kind/([^/]+)/`, pathNot: test },
      { path: tableOfKinds, pathNot: `${core}kind/$1/` }),
    rule('src-never-imports-simulation', 'the model is made of the rules, not the other way round',
      { path: core, pathNot: test },
      { path: '^packages/core/simulation/' }),
    rule('plan-stands-on-top', 'a plan plays the rules in the model: neither of them knows it',
      { path: '^packages/core/(src|simulation|arbitraries)/', pathNot: test },
      { path: '^packages/core/plan/' }),
    // everywhere
    rule('sources-import-no-tests', 'a test is an end, not a library',
      { path: '^packages/', pathNot: [test, '^packages/[^/]+/fixtures/'] },
      { path: [test, '^packages/[^/]+/fixtures/'] }),
    rule('names-say-the-subject', 'a file has one subject and its name is that subject',
      {},
      { path: '^packages/.+/(util|utils|helper|helpers|common|types|misc|shared)(/|[.]ts$)' }),
    rule('no-cycles', 'one direction', {}, { circular: true }),
    rule('nothing-unresolved', 'an import that does not resolve is checked by nothing', {}, { couldNotResolve: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(__dirname, 'tsconfig.base.json') },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['@flink-operator/source', 'import', 'node', 'default'] },
  },
}

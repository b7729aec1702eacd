import { defineConfig, globalIgnores } from 'eslint/config'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

const tests = ['**/*.test.ts', '**/*.bench.ts']

// ---- core is pure -------------------------------------------------------------------------------------------------------------------------

const pure = 'core is pure'
const impure = [
  'Date', 'Intl', 'process', 'Buffer', 'console', 'fetch', 'crypto', 'performance', 'globalThis', 'window', 'self', 'global', 'require',
  'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'structuredClone', 'TextEncoder', 'TextDecoder', 'URL',
  'WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics',
]
const ban = (selector, message = pure) => ({ selector, message })

const bannedEverywhereInCore = [
  ban('ThrowStatement', 'answer an Either'),
  ban('AwaitExpression'),
  ban(':function[async=true]'),
  ban('ImportExpression'),
  ban('NewExpression[callee.name="Promise"]'),
  ban('MemberExpression[object.name="Promise"]'),
  ban('ClassDeclaration', 'plain readonly data'),
  ban('ClassExpression', 'plain readonly data'),
  ban(':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind="let"]', 'no module state'),
  ban(':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(Map|Set|WeakMap|WeakSet)$/]',
    'no module state: a readonly record'),
]
const bannedInRules = [
  ban('VariableDeclaration[kind="let"]', 'const, or a fold'),
  ban('VariableDeclaration[kind="var"]', 'const, or a fold'),
  ban('AssignmentExpression[left.type="MemberExpression"]', 'no mutation'),
  ban('UpdateExpression[argument.type="MemberExpression"]', 'no mutation'),
  ban('UnaryExpression[operator="delete"]', 'no mutation'),
]

/** fp-ts and io-ts by their file: `fp-ts/Either` type-checks and bundles, but plain Node refuses it. */
const byFile = { regex: '^fp-ts$|^(fp-ts|io-ts)/(?!lib/.+\\.js$)', message: 'write fp-ts/lib/Either.js: plain Node resolves no directory, and the barrel is slow' }

/** Of every pure package, shared by the rules and the simulation. The fixture test/nets/fixtures/lint shows that each of these can fail. */
export const coreBlock = {
  files: ['packages/{core,lyft,kinds,simulation,high-availability}/{src,simulation,plan}/**/*.ts'],
  ignores: tests,
  rules: {
    'no-restricted-globals': ['error', ...impure.map(name => ({ name, message: pure }))],
    'no-restricted-properties': ['error',
      { object: 'Math', property: 'random', message: pure },
      { property: 'localeCompare', message: pure },
      { property: 'toLocaleString', message: pure },
      { property: 'toLocaleLowerCase', message: pure },
      { property: 'toLocaleUpperCase', message: pure }],
    'no-restricted-syntax': ['error', ...bannedEverywhereInCore, ...bannedInRules],
    'no-restricted-imports': ['error', { patterns: [
      { regex: '^node:', message: pure },
      byFile,
      { regex: '^fp-ts/lib/(IO|IORef|IOEither|IOOption|Task.*|ReaderTask.*|ReaderIO.*|StateReaderTaskEither|Random|Date|Console)\\.js$', message: pure }] }],
    'no-param-reassign': ['error', { props: true }],
  },
}

/** The model checker is a hot loop: local variables and local mutation are allowed, nothing else is. */
export const simulationBlock = {
  files: ['packages/{simulation/src,high-availability/simulation}/**/*.ts'],
  ignores: tests,
  rules: {
    'no-restricted-syntax': ['error', ...bannedEverywhereInCore],
    'no-param-reassign': 'off',
    '@typescript-eslint/no-non-null-assertion': 'off',
  },
}

/** A scanner is a loop with a cursor: local variables and local mutation are allowed, nothing else is. */
export const scannerBlock = {
  files: ['packages/core/src/text/**/*.ts'],
  ignores: tests,
  rules: { 'no-restricted-syntax': ['error', ...bannedEverywhereInCore] },
}

// ---- everything ---------------------------------------------------------------------------------------------------------------------------

export default defineConfig(
  globalIgnores(['**/node_modules/', '**/dist/', 'coverage/', 'reports/', '.stryker-tmp/', 'test/nets/fixtures/', '**/*.html']),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: ['./tsconfig.lint.json', './packages/planner/tsconfig.lint.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      // what would make ordinary code contorted
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/no-empty-object-type': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // what strict leaves out
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      // size
      'max-lines': ['error', { max: 400 }],
      // code and sentences; dprint keeps the code within it, and a text that is one line for its reader stays one
      'max-len': ['error', { code: 140, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true, ignorePattern: '^ +\\* \\|' }],
      complexity: ['error', { max: 18, variant: 'modified' }],
      'max-depth': ['error', 5],
      'no-restricted-imports': ['error', { patterns: [byFile] }],
    },
  },
  {
    // a new member of a union compiles only once every switch over it says what it means
    files: ['packages/*/src/**/*.ts', 'packages/*/src/**/*.tsx'],
    ignores: [...tests, 'packages/simulation/**'],
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', {
        considerDefaultExhaustiveForUnions: false,
        allowDefaultCaseForExhaustiveSwitch: false,
        requireDefaultForNonUnion: false,
      }],
    },
  },
  {
    // one text of a stranger must not hold up everybody: its time grows with its length, and no faster
    files: ['packages/**/*.ts', 'packages/**/*.tsx'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      // a sticky one begins where it is told to, and nowhere else
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true, ignorePartial: false }],
    },
  },
  coreBlock,
  simulationBlock,
  scannerBlock,
  {
    files: ['packages/operator/src/**/*.ts'],
    ignores: [...tests, 'packages/operator/src/output/write.ts', 'packages/operator/src/main.ts'],
    rules: {
      'no-restricted-syntax': ['error',
        ban('MemberExpression[object.object.name="process"][object.property.name=/^std(out|err)$/][property.name="write"]', 'output/write.ts writes: nothing that the cluster says commands a terminal'),
        ban('MemberExpression[object.name="console"]', 'output/write.ts writes: nothing that the cluster says commands a terminal')],
    },
  },
  {
    files: [...tests, 'test/**/*.ts', 'e2e/**/*.ts', 'conformance/**/*.ts', 'bench/**/*.ts', 'fuzz/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 900 }],
      complexity: 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unnecessary-type-arguments': 'off',
    },
  },
)

import { defineConfig } from 'vitest/config'

const conditions = ['@flink-operator/source', 'module', 'node', 'development|production']

/**
 * What kills mutants of the core: its own tests, without properties (each mutant would run a thousand cases) and without processes.
 * MUTATION_TESTS, a glob, keeps a run of a few files short: a mutant in a table of rows is made when the module is loaded, so every test runs for it.
 */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@flink-operator/source', 'node'] } },
  test: { include: [process.env['MUTATION_TESTS'] ?? 'packages/core/src/**/*.test.ts'], exclude: ['**/*.property.test.ts', '**/node_modules/**', '**/dist/**'], testTimeout: 60_000 },
})

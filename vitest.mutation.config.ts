import { defineConfig } from 'vitest/config'

const conditions = ['@flink-operator/source', 'module', 'node', 'development|production']

/** What kills mutants of the core: its own tests, without properties (each mutant would run a thousand cases) and without processes. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@flink-operator/source', 'node'] } },
  test: { include: ['packages/core/src/**/*.test.ts'], exclude: ['**/*.property.test.ts', '**/node_modules/**', '**/dist/**'] },
})

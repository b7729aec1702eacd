import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const conditions = ['@flink-operator/source', 'node', 'development|production']
const notProperties = ['**/*.property.test.ts', '**/node_modules/**', '**/dist/**']
/** Where no test reaches a process, a clock or a file of its own. */
const pure = 'packages/{core,lyft,kinds,simulation,high-availability}/{src,simulation,plan}'
/** Node imports the sources, as it does for the commands: what Vite's runner makes of them is a quarter slower. Without `vi.mock`. */
const nodeItself = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@flink-operator/source', 'node'] } },
  test: {
    globalSetup: ['./test/require-node.ts', './test/compile-cache.ts'],
    // by default one core is left idle, which on two is half of the machine
    maxWorkers: '100%',
    // a busy machine is no broken rule: what hangs is found all the same. No test asks for less
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    setupFiles: ['./test/patient-waits.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          include: [`${pure}/**/*.test.ts`],
          exclude: notProperties,
          // pure functions leave nothing behind: their files share a process, and are compiled and optimized once
          isolate: false,
          experimental: nodeItself,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/{src,simulation,plan}/**/*.test.ts', 'test/unit/**/*.test.ts'],
          exclude: [...notProperties, `${pure}/**`],
        },
      },
      {
        extends: true,
        test: {
          name: 'property',
          include: ['packages/*/{src,simulation,plan,arbitraries}/**/*.property.test.ts'],
          isolate: false,
          experimental: nodeItself,
          globalSetup: ['./test/property-seed.ts'],
          setupFiles: ['./test/property-setup.ts'],
        },
      },
      { extends: true, test: { name: 'nets', include: ['test/nets/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'sandbox',
          include: ['test/sandbox/**/*.test.ts'],
          // of five seconds an operator on the sandbox waits four: several run beside each other on one core, once the others are through
          maxWorkers: 3 * availableParallelism(),
          sequence: { groupOrder: 1 },
          globalSetup: ['./test/property-seed.ts'],
          setupFiles: ['./test/property-setup.ts'],
        },
      },
      { extends: true, test: { name: 'browser', include: ['test/browser/**/*.test.ts'], fileParallelism: false } },
      { extends: true, test: { name: 'e2e', include: ['e2e/**/*.test.ts'], fileParallelism: false } },
      { extends: true, test: { name: 'conformance', include: ['conformance/**/*.test.ts'], fileParallelism: false } },
    ],
    coverage: {
      provider: 'v8',
      include: ['packages/*/{src,simulation,plan}/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.bench.ts'],
      reporter: ['text', 'json-summary'],
    },
  },
})

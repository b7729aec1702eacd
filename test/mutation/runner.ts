import {
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
  type CompleteDryRunResult,
  type DryRunOptions,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
} from '@stryker-mutator/api/test-runner'
import { testBundle, type TestBundle } from './test-bundle.ts'
import type { CollectedTest } from './collect.ts'

/**
 * Runs the core's tests for Stryker in its own process. The core is pure and has no module state, so a change that is made while a function
 * runs needs no new process and not even a new module: hundreds of mutants a second instead of one. A change that is made while a module
 * loads (a row of a table) loads the modules anew.
 */

type MutantCoverage = NonNullable<CompleteDryRunResult['mutantCoverage']>

/** What Stryker's instrumented code reads and writes. */
interface Switch {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: MutantCoverage
  hitCount?: number | undefined
  hitLimit?: number | undefined
}

const stryker = ((globalThis as { __stryker__?: Switch }).__stryker__ ??= {})

const idOf = (file: string, { name }: CollectedTest): string => `${file}#${name}`

const failureOf = async (test: CollectedTest): Promise<string | null> => {
  try {
    await test.run()
    return null
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem)
  }
}

class InProcessRunner implements TestRunner {
  #bundle: TestBundle | null = null
  #loaded: ((testFile: string) => readonly CollectedTest[]) | null = null
  readonly #tests = new Map<string, readonly CollectedTest[]>()
  /** How long the tests of a file took in the first run: the quick ones are asked first. */
  readonly #millis = new Map<string, number>()

  capabilities(): { readonly reloadEnvironment: boolean } {
    return { reloadEnvironment: true }
  }

  async init(): Promise<void> {
    this.#bundle = await testBundle(process.cwd())
  }

  #testsOf(file: string): readonly CollectedTest[] {
    const known = this.#tests.get(file)
    if (known !== undefined) return known
    this.#loaded ??= this.#bundle?.load() ?? null
    const tests = this.#loaded?.(file) ?? []
    this.#tests.set(file, tests)
    return tests
  }

  async dryRun({ files = [] }: DryRunOptions): Promise<DryRunResult> {
    const related =
      this.#bundle?.testFiles.filter(test => files.length === 0 || files.some(file => this.#bundle?.related(file).includes(test))) ?? []
    const tests: TestResult[] = []
    for (const fileName of related) {
      const begun = performance.now()
      for (const test of this.#testsOf(fileName)) {
        const id = idOf(fileName, test)
        stryker.currentTestId = id
        const started = performance.now()
        const failureMessage = await failureOf(test)
        stryker.currentTestId = undefined
        const result = { id, name: test.name, fileName, timeSpentMs: performance.now() - started }
        tests.push(
          failureMessage === null ? { ...result, status: TestStatus.Success } : { ...result, status: TestStatus.Failed, failureMessage },
        )
      }
      this.#millis.set(fileName, performance.now() - begun)
    }
    return {
      status: DryRunStatus.Complete,
      tests,
      ...(stryker.mutantCoverage === undefined ? {} : { mutantCoverage: stryker.mutantCoverage }),
    }
  }

  async mutantRun({ activeMutant, hitLimit, mutantActivation, sandboxFileName, testFilter }: MutantRunOptions): Promise<MutantRunResult> {
    Object.assign(stryker, { hitCount: 0, hitLimit, currentTestId: undefined })
    const files = [...(this.#bundle?.related(sandboxFileName) ?? [])].sort((a, b) =>
      (this.#millis.get(a) ?? 0) - (this.#millis.get(b) ?? 0)
    )
    const fresh = mutantActivation === 'static' ? (this.#bundle?.load() ?? null) : null
    const wanted = testFilter === undefined ? null : new Set(testFilter)
    let nrOfTests = 0
    try {
      for (const file of files) {
        if (wanted !== null && ![...wanted].some(id => id.startsWith(`${file}#`))) continue
        if (fresh !== null) stryker.activeMutant = activeMutant.id
        const tests = fresh === null ? this.#testsOf(file) : fresh(file)
        stryker.activeMutant = activeMutant.id
        for (const test of tests) {
          const id = idOf(file, test)
          if (fresh === null && wanted !== null && !wanted.has(id)) continue
          nrOfTests += 1
          const failureMessage = await failureOf(test)
          if (stryker.hitCount !== undefined && hitLimit !== undefined && stryker.hitCount > hitLimit)
            return { status: MutantRunStatus.Timeout, reason: 'Hit limit reached' }
          if (failureMessage !== null) return { status: MutantRunStatus.Killed, killedBy: [id], failureMessage, nrOfTests }
        }
        stryker.activeMutant = undefined
      }
      return { status: MutantRunStatus.Survived, nrOfTests }
    } catch (problem) {
      // The tables of a test file could not be worked out at all: no row of it would pass.
      return { status: MutantRunStatus.Killed, killedBy: [], failureMessage: String(problem), nrOfTests }
    } finally {
      stryker.activeMutant = undefined
    }
  }
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory: () => new InProcessRunner() }]

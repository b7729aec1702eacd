/**
 * Seeds of the property tests.
 *
 * FC_SEED replays a run, FC_PATH its smallest counterexample (a path fits one property: add -t and its title), FC_RUNS sets how many cases.
 * Take both from the report of the failure, `{ seed: -31423320, path: "2:1:1" }`, not from the title of the test.
 */
import fc from 'fast-check'

const { FC_SEED, FC_PATH, FC_RUNS } = process.env

fc.configureGlobal({
  seed: Number(FC_SEED),
  numRuns: Number(FC_RUNS ?? 1000),
  ...(FC_PATH ? { path: FC_PATH } : {}),
})

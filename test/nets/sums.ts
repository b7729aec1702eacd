/** A copy of the tree with one member more in a union: which places does the compiler name? */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runIn } from './run-tool.ts'

/** Where a union is written down, and what a new member of it looks like there. */
interface Sum {
  readonly file: string
  readonly after: RegExp
  readonly member: string
}

const resource = 'packages/core/src/contract/resource'

export const sums = {
  UpgradeMode: { file: `${resource}/upgrade-mode.ts`, after: /upgradeModes = \[/u, member: "'new-mode', " },
  SuspendMode: { file: `${resource}/suspend-mode.ts`, after: /suspendModes = \[/u, member: "'NEW', " },
  RestoreSource: {
    file: `${resource}/operation.ts`,
    after: /type RestoreSource =/u,
    member: " { readonly _tag: 'New'; readonly reason: string }",
  },
  LastState: { file: `${resource}/last-state.ts`, after: /type LastState =/u, member: " { readonly _tag: 'New' }" },
  JobState: { file: `${resource}/job-status.ts`, after: /jobStates = \[/u, member: "'NEW', " },
  OperationPurpose: { file: `${resource}/operation.ts`, after: /operationPurposes = \[/u, member: "'New', " },
  Action: { file: 'packages/core/src/contract/action/action.ts', after: /type FlinkAction =/u, member: " { readonly _tag: 'New' }" },
  Query: {
    file: 'packages/core/src/contract/query/query.ts',
    after: /type FlinkQuery =\n {2}& OfSlot\n {2}& \(/u,
    member: " { readonly _tag: 'New'; readonly endpoint: RestEndpoint }",
  },
  AdapterError: { file: 'packages/core/src/contract/action/adapter-error.ts', after: /adapterErrorTags = \[/u, member: "'New', " },
} as const satisfies Record<string, Sum>

export type SumName = keyof typeof sums

const project = 'tsconfig.sums.json'

/** All sources without their tests, as one program that writes nothing. */
export const layProject = (copy: string): void =>
  writeFileSync(
    join(copy, project),
    JSON.stringify({
      extends: './tsconfig.base.json',
      compilerOptions: {
        noEmit: true,
        composite: false,
        declaration: false,
        declarationMap: false,
        sourceMap: false,
        rewriteRelativeImportExtensions: false,
        allowImportingTsExtensions: true,
        types: ['node'],
      },
      include: ['lyft', 'kinds', 'high-availability', 'k8s-adapter', 'flink-rest-adapter', 'zookeeper-adapter', 'sandbox', 'operator'].map(
        name => `packages/${name}/src`,
      )
        .concat('packages/core/src', ['src', 'plan', 'arbitraries'].map(folder => `packages/simulation/${folder}`)),
      exclude: ['**/*.test.ts', '**/*.bench.ts', '**/node_modules'],
    }),
  )

const declaration = /^(?:export )?(?:const|type|interface|function) (\w+)/u

/** The declaration, from the left margin, that the line is in. */
const placeOf = (copy: string, file: string, line: number): string => {
  const name = readFileSync(join(copy, file), 'utf8').split('\n').slice(0, line).findLast(text => declaration.test(text))
  return `${file.replace(/^packages\//u, '')} ${declaration.exec(name ?? '')?.[1] ?? ''}`.trim()
}

/** The places that the compiler names, in order, each once. */
export const namedPlaces = (copy: string): readonly string[] => {
  const { stdout } = runIn(copy, 'node_modules/typescript-7/bin/tsc', ['-p', project, '--pretty', 'false'])
  const found = [...stdout.matchAll(/^(packages\/[^(\n]+)\((\d+),\d+\): error/gmu)]
  return [...new Set(found.map(([, file = '', line]) => placeOf(copy, file, Number(line))))].sort()
}

/** Runs it with a text replaced in a file of the copy, which is as before afterwards. */
export const withReplaced = <A>(copy: string, file: string, pattern: RegExp, by: (found: string) => string, run: () => A): A => {
  const path = join(copy, file)
  const before = readFileSync(path, 'utf8')
  if (!pattern.test(before)) throw new Error(`${file} has nothing like ${String(pattern)}`)
  writeFileSync(path, before.replace(pattern, by))
  try {
    return run()
  } finally {
    writeFileSync(path, before)
  }
}

/** Runs it with one member more in each of the unions. */
export const withMembers = <A>(copy: string, names: readonly SumName[], run: () => A): A => {
  const [name, ...rest] = names
  if (name === undefined) return run()
  const { file, after, member } = sums[name]
  return withReplaced(copy, file, after, found => `${found}${member}`, () => withMembers(copy, rest, run))
}

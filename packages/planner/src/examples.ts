/** A resource as it is deployed, and an edit of it: replacements in its text. */
export interface Example {
  readonly title: string
  /** Files below `examples/`: the first is edited, the others stand beside it. */
  readonly files: readonly [string, ...string[]]
  /** Null: nothing is deployed, the file is applied as it is. */
  readonly edit: readonly (readonly [from: string, to: string])[] | null
}

/** What can be loaded with one click. */
export const examples: readonly Example[] = [
  { title: 'Upgrade with a savepoint', files: ['savepoint.yaml'], edit: [['parallelism: 2', 'parallelism: 4']] },
  { title: 'Upgrade from the last state', files: ['last-state.yaml'], edit: [['image: flink:1.20', 'image: flink:1.20.1']] },
  { title: 'Stateless restart', files: ['stateless.yaml'], edit: [['parallelism: 2', 'parallelism: 3']] },
  { title: 'First deployment', files: ['savepoint.yaml'], edit: null },
  { title: 'Job of a session cluster', files: ['session-job.yaml', 'session-cluster.yaml'], edit: [['parallelism: 1', 'parallelism: 2']] },
  { title: 'Blue/green', files: ['blue-green.yaml'], edit: [['image: flink:1.20', 'image: flink:1.20.1']] },
  { title: "Lyft's FlinkApplication", files: ['flink-application.yaml'], edit: [['word-count:1', 'word-count:2']] },
]

/** The texts of an example; `textOf`: of a file. */
export const textsOf = ({ files: [first, ...beside], edit }: Example, textOf: (file: string) => string) => {
  const [own, others] = [textOf(first), beside.map(textOf)]
  const edited = (edit ?? []).reduce((text, [from, to]) => text.replace(from, to), own)
  return { deployed: edit === null ? '' : [own, ...others].join('\n---\n'), edit: edited }
}

import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

/** The Flink versions that scenarios run on. */
export type FlinkVersion = '1.20' | '2.3'

export interface Settings {
  /** Names of scenarios; empty: all of them (`--short`: the short set). */
  readonly scenarios: readonly string[]
  readonly versions: readonly FlinkVersion[]
  /** Was `--flink` given? The short set chooses by itself otherwise. */
  readonly versionsGiven: boolean
  readonly short: boolean
  /** Leaves namespaces and state behind. */
  readonly keep: boolean
  /** Only every second story, beginning with the first or the second by the date (UTC): the others come on the next day. */
  readonly halfOfDay: boolean
  /** Stories at a time. */
  readonly parallel: number
  /** Crash boundaries to try: all, or only these. */
  readonly boundaries: readonly number[] | null
  /** What chance is made of; the same seed chooses the same. */
  readonly seed: number
  /** How often the operator is killed at random; null: as the story says. */
  readonly kills: number | null
  readonly kubeconfig: string
  /** On the node: where checkpoints and savepoints lie, open to the user of the Flink image. */
  readonly hostPath: string
  /** The same folder as this machine sees it; null: it does not. */
  readonly hostFolder: string | null
  /** A shell command that runs another operator of these resources; null: there is none. */
  readonly otherOperator: string | null
  /** Helm's executable; null: there is none. */
  readonly helm: string | null
  /** Repository and tag of an image of the operator that the cluster's nodes have; null: there is none. */
  readonly operatorImage: string | null
  readonly image: Readonly<Record<FlinkVersion, string>>
  /** The job's jar on this machine, for session jobs; null: it is not there. */
  readonly jar: Readonly<Record<FlinkVersion, string | null>>
  /** Folder of this machine's with that Flink, for which the job of e2e/job is compiled; null: it is not there. */
  readonly flinkHome: Readonly<Record<FlinkVersion, string | null>>
  /** Folder of this machine's with the jars of a ZooKeeper in `lib`; null: none is run. */
  readonly zooKeeperHome: string | null
  /** The API server's audit log, as this machine sees it; null: nobody looks which rights were used. */
  readonly auditLog: string | null
  /** Where logs and recordings go; null: a new folder of this machine's for temporary files. */
  readonly folder: string | null
  /** Where the summary goes; null: nowhere. */
  readonly output: string | null
}

export const usage =
  `usage: npm run e2e -- [scenario ...] [--flink 1.20|2.3]... [--short] [--half-of-day] [--keep] [--parallel n] [--boundaries 1,5,9] [--seed n] [--kills n] [--output file|none] [--folder folder]

KUBECONFIG          the cluster (needed)
FLINK_IMAGE_1_20    image of Flink 1.20 with TestJob.jar (flink:1.20)
FLINK_IMAGE_2       image of Flink 2.3 with TestJob.jar (flink:2.3)
E2E_JAR_1_20        TestJob.jar for Flink 1.20 on this machine, which serves it to session jobs
E2E_JAR_2           TestJob.jar for Flink 2.3 on this machine
FLINK_HOME          folder with Flink 1.20, for which the autoscaler's job is compiled
FLINK2_HOME         folder with Flink 2.3, likewise
ZOOKEEPER_HOME      folder with a ZooKeeper's jars in lib, which this machine's Java runs, for ha-zookeeper
E2E_HOST_PATH       folder of the node for state, writable for the image's user (/srv)
E2E_HOST_FOLDER     the same folder as this machine sees it, for cleaning up
HELM                Helm's executable, for chart and install-page
E2E_OPERATOR_IMAGE  image of the operator that the nodes have, for chart and install-page (e2e/README.md)
E2E_AUDIT_LOG       the API server's audit log, by e2e/audit-policy.yaml: tells which of the shipped rights no story used (e2e/README.md)
E2E_OTHER_OPERATOR  shell command that runs another operator of these resources in the foreground until SIGTERM, for hand-over (e2e/README.md)`

const nonEmpty = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)

const isVersion = (text: string): text is FlinkVersion => text === '1.20' || text === '2.3'

/** Reads arguments and environment; a text where they make no sense. */
export const readSettings = (args: readonly string[], environment: NodeJS.ProcessEnv, defaultOutput: string): Settings | string => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      flink: { type: 'string', multiple: true },
      short: { type: 'boolean' },
      'half-of-day': { type: 'boolean' },
      keep: { type: 'boolean' },
      parallel: { type: 'string' },
      boundaries: { type: 'string' },
      seed: { type: 'string' },
      kills: { type: 'string' },
      output: { type: 'string' },
      folder: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const {
    KUBECONFIG,
    FLINK_IMAGE_1_20,
    FLINK_IMAGE_2,
    E2E_HOST_PATH,
    E2E_HOST_FOLDER,
    E2E_OTHER_OPERATOR,
    E2E_JAR_1_20,
    E2E_JAR_2,
    ZOOKEEPER_HOME,
  } = environment
  if (values.help === true) return usage
  if (KUBECONFIG === undefined || KUBECONFIG === '') return `KUBECONFIG names no cluster\n${usage}`
  const given = values.flink ?? []
  const wrong = given.find(text => !isVersion(text))
  if (wrong !== undefined) return `--flink ${wrong}: 1.20 or 2.3`
  return {
    scenarios: positionals,
    short: values.short === true,
    halfOfDay: values['half-of-day'] === true,
    keep: values.keep === true,
    versions: given.length === 0 ? ['1.20', '2.3'] : given.filter(isVersion),
    versionsGiven: given.length > 0,
    parallel: Number(values.parallel ?? '1'),
    boundaries: values.boundaries?.split(',').map(Number) ?? null,
    seed: values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed),
    kills: values.kills === undefined ? null : Number(values.kills),
    kubeconfig: KUBECONFIG,
    hostPath: E2E_HOST_PATH ?? '/srv',
    hostFolder: E2E_HOST_FOLDER ?? null,
    helm: nonEmpty(environment['HELM']),
    operatorImage: nonEmpty(environment['E2E_OPERATOR_IMAGE']),
    otherOperator: E2E_OTHER_OPERATOR === undefined || E2E_OTHER_OPERATOR === '' ? null : E2E_OTHER_OPERATOR,
    image: { '1.20': FLINK_IMAGE_1_20 ?? 'flink:1.20', '2.3': FLINK_IMAGE_2 ?? 'flink:2.3' },
    jar: { '1.20': E2E_JAR_1_20 ?? null, '2.3': E2E_JAR_2 ?? null },
    flinkHome: { '1.20': nonEmpty(environment['FLINK_HOME']), '2.3': nonEmpty(environment['FLINK2_HOME']) },
    auditLog: nonEmpty(environment['E2E_AUDIT_LOG']),
    zooKeeperHome: ZOOKEEPER_HOME === undefined || ZOOKEEPER_HOME === '' ? null : ZOOKEEPER_HOME,
    folder: values.folder ?? null,
    output: values.output === 'none' ? null : values.output ?? defaultOutput,
  }
}

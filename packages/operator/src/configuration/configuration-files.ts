import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@flink-operator/core'
import {
  builtInDefaults,
  type FlinkConfiguration,
  type FlinkDefaults,
  flattenConfiguration,
} from '@flink-operator/core/flink-configuration'
import * as E from 'fp-ts/lib/Either.js'
import { parseDocument } from 'yaml'

/** Folders of the operator's base configuration (api-and-config.md, section 8). */
export interface ConfigurationFolders {
  /** `FLINK_CONF_DIR` or `--conf-dir`; null: every option has its default. */
  readonly folder: string | null
  /** `CONF_OVERRIDE_DIR`; overrides `folder`. */
  readonly overrides: string | null
  /** `FLINK_OPERATOR_BUILT_IN_DEFAULTS`: "false": the folders replace the built-in defaults; absent, "", "true": they override them. */
  readonly builtIn?: string | undefined
}

/** The first existing file is read, as in Flink 1.20. */
const configurationNames = ['flink-conf.yaml', 'config.yaml'] as const
/** Files with the default log configuration of a cluster. */
const logNames = ['log4j-console.properties', 'logback-console.xml'] as const

/**
 * Parses `flink-conf.yaml` as Flink does: one `key: value` a line, `#` starts a comment, lines without `: ` are skipped. This is not
 * YAML: a value is the text up to the end of the line.
 */
export const parseFlinkConf = (text: string): FlinkConfiguration =>
  Object.fromEntries(
    text.split(/\r?\n/).flatMap(line => {
      const content = (line.split('#', 1)[0] ?? '').trim()
      const at = content.indexOf(': ')
      return at <= 0 ? [] : [[content.slice(0, at).trim(), content.slice(at + 2).trim()] as const]
    }).filter(([key, value]) => key !== '' && value !== ''),
  )

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses `config.yaml`: standard YAML, nested or flat. Left: one line that says what is wrong. */
export const parseConfigYaml = (text: string): E.Either<string, FlinkConfiguration> => {
  // whole numbers as bigints: their text keeps all digits
  const document = parseDocument(text, { logLevel: 'silent', intAsBigInt: true })
  const [error] = document.errors
  if (error !== undefined) return E.left(error.message.split('\n')[0] ?? 'no valid YAML')
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  if (value === null || value === undefined) return E.right({})
  return isObject(value) ? E.right(flattenConfiguration(value)) : E.left('expected keys and values')
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const reason = (thrown: unknown): string => (thrown instanceof Error ? thrown.message.split(',')[0] ?? '' : String(thrown))

const readText = (path: string): E.Either<string, string> =>
  E.tryCatch(() => readFileSync(path, 'utf8'), thrown => `${path} cannot be read: ${reason(thrown)}`)

const readConfiguration = (folder: string | null): E.Either<string, FlinkConfiguration> => {
  if (folder === null) return E.right({})
  const isFolder = E.tryCatch(() => readdirSync(folder), thrown => `configuration folder ${folder} cannot be read: ${reason(thrown)}`)
  if (E.isLeft(isFolder)) return isFolder
  const path = configurationNames.map(name => join(folder, name)).find(exists)
  if (path === undefined) return E.right({})
  const text = readText(path)
  if (E.isLeft(text)) return text
  return path.endsWith('flink-conf.yaml') ? E.right(parseFlinkConf(text.right))
    : E.mapLeft((message: string) => `${path}: ${message}`)(parseConfigYaml(text.right))
}

const beneath = (builtIn: string | undefined): E.Either<string, FlinkDefaults> =>
  builtIn === undefined || builtIn === '' || builtIn === 'true' ? E.right(builtInDefaults)
    : builtIn === 'false' ? E.right({ configuration: {}, logConfiguration: {} })
    : E.left(`FLINK_OPERATOR_BUILT_IN_DEFAULTS is "${builtIn}": expected true or false`)

/**
 * Reads the base configuration and the default log files, which override the built-in ones. Left: one line that names the file or
 * the problem.
 */
export const loadFlinkDefaults = ({ folder, overrides, builtIn }: ConfigurationFolders): E.Either<string, FlinkDefaults> => {
  const defaults = beneath(builtIn)
  if (E.isLeft(defaults)) return defaults
  const base = readConfiguration(folder)
  if (E.isLeft(base)) return base
  const above = readConfiguration(overrides)
  if (E.isLeft(above)) return above
  const logs = logNames.flatMap(name => {
    const path = [overrides, folder].flatMap(parent => (parent === null ? [] : [join(parent, name)])).find(exists)
    const text = path === undefined ? null : readText(path)
    return text === null || E.isLeft(text) ? [] : [[name, text.right] as const]
  })
  return E.right({
    configuration: { ...defaults.right.configuration, ...base.right, ...above.right },
    logConfiguration: { ...defaults.right.logConfiguration, ...Object.fromEntries(logs) },
  })
}

/** A stamp of the times and sizes of the files: it differs when one of them changes, appears or is deleted. */
export const configurationStamp = ({ folder, overrides }: ConfigurationFolders): string =>
  [folder, overrides].flatMap(parent => (parent === null ? [] : [...configurationNames, ...logNames].map(name => {
    const stat = statSync(join(parent, name), { throwIfNoEntry: false })
    return stat === undefined ? '-' : `${stat.mtimeMs}/${stat.size}/${stat.ino}`
  }))).join(' ')

import { type Finding, operatorOptions } from '@flink-operator/core'
import type { FlinkDefaults } from '@flink-operator/core/flink-configuration'
import { type ChangedKeys, changedKeys, type IdleOption, idleOptions } from '@flink-operator/core/operator-options'
import * as E from 'fp-ts/lib/Either.js'
import type { Cancel, Clock } from '../clock.ts'
import type { Settings } from '../settings.ts'
import { type ConfigurationFolders, configurationStamp, loadFlinkDefaults } from './configuration-files.ts'

export interface LiveSettings {
  /** The current settings. */
  readonly current: () => Settings
  readonly stop: () => void
}

export interface LiveSettingsOptions {
  readonly folders: ConfigurationFolders
  readonly clock: Clock
  /** Options that do not parse; they keep their defaults. */
  readonly onFindings: (findings: readonly Finding[]) => void
  /** Options of the operator that are set but have no effect: this version does not support or know them (F24). */
  readonly onIdle: (idle: readonly IdleOption[]) => void
  readonly onChange: (changed: ChangedKeys, settings: Settings) => void
  /** Files could not be read while the operator runs: the settings stay as they were. */
  readonly onBroken: (message: string) => void
}

export const settingsOf = (flinkDefaults: FlinkDefaults): { readonly settings: Settings; readonly findings: readonly Finding[] } => {
  const { options, findings } = operatorOptions(flinkDefaults.configuration)
  return { settings: { options, flinkDefaults, hasSnapshotController: false }, findings }
}

/**
 * The configuration from its files, followed while the operator runs. The files' times are checked every
 * `dynamic.config.check.interval` (a mounted ConfigMap changes by swapping symbolic links, which file events miss). Equal content
 * changes nothing; broken content keeps the old settings.
 * Left: the first reading failed, in one line.
 */
export const followSettings = (options: LiveSettingsOptions): E.Either<string, LiveSettings> => {
  const tellIdle = ({ configuration }: FlinkDefaults): void => {
    const idle = idleOptions(configuration)
    if (idle.length > 0) options.onIdle(idle)
  }
  const first = loadFlinkDefaults(options.folders)
  if (E.isLeft(first)) return first
  const begin = settingsOf(first.right)
  if (begin.findings.length > 0) options.onFindings(begin.findings)
  tellIdle(first.right)
  let { settings } = begin
  let stamp = configurationStamp(options.folders)
  let cancel: Cancel = () => undefined

  const look = (): void => {
    const now = configurationStamp(options.folders)
    if (now !== stamp) {
      stamp = now
      const read = loadFlinkDefaults(options.folders)
      if (E.isLeft(read)) options.onBroken(read.left)
      else if (JSON.stringify(read.right) !== JSON.stringify(settings.flinkDefaults)) {
        const next = settingsOf(read.right)
        if (next.findings.length > 0) options.onFindings(next.findings)
        const changed = changedKeys(settings.flinkDefaults.configuration, read.right.configuration)
        settings = next.settings
        tellIdle(read.right)
        options.onChange(changed, settings)
      }
    }
    schedule()
  }
  const { dynamicConfigEnabled, dynamicConfigCheckInterval } = settings.options
  const schedule = (): void => {
    cancel = options.clock.after(Math.max(1_000, dynamicConfigCheckInterval), look)
  }
  if (dynamicConfigEnabled && (options.folders.folder !== null || options.folders.overrides !== null)) schedule()
  return E.right({ current: () => settings, stop: () => cancel() })
}

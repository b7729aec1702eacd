import { counter } from './metric.ts'

/** Metrics of plugins, if any are loaded. */
export const pluginRows = {
  failures: counter({
    name: 'flink_operator_plugin_failures_total',
    help: 'Calls of plugins that gave no answer.',
    labels: { plugin: { of: 'the plugins that are loaded' }, hook: { of: 'what they were called for' } },
  }),
}

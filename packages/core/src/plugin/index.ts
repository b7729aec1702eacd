/** What a plugin of the operator is and is told. */
export type { OperatorPlugin, PluginModule, PluginNews, PluginRequest } from './operator-plugin.ts'

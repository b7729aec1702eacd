import type { FlinkApplicationSpec } from './flink-application-spec.ts'

export const deploymentModes = ['Dual', 'BlueGreen'] as const
export type DeploymentMode = (typeof deploymentModes)[number]

export const deleteModes = ['Savepoint', 'None', 'ForceCancel'] as const
export type DeleteMode = (typeof deleteModes)[number]

export const scaleModes = ['NewCluster', 'InPlace'] as const

/** What a mode that a spec or a status names amounts to: whatever is not exactly BlueGreen is Dual, empty too (LD24). */
export const modeOf = (deploymentMode: string): DeploymentMode => (deploymentMode === 'BlueGreen' ? 'BlueGreen' : 'Dual')

/** An unknown mode, which validation tells, never gives state away: it is taken for Savepoint (LD23). */
export const deleteModeOf = ({ deleteMode }: Pick<FlinkApplicationSpec, 'deleteMode'>): DeleteMode =>
  deleteModes.find(mode => mode === deleteMode) ?? 'Savepoint'

export const scalesInPlace = ({ scaleMode }: Pick<FlinkApplicationSpec, 'scaleMode'>): boolean => scaleMode === 'InPlace'

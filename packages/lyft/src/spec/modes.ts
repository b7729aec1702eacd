import type { FlinkApplicationSpec } from './flink-application-spec.ts'

export const deploymentModes = ['Dual', 'BlueGreen'] as const
export type DeploymentMode = (typeof deploymentModes)[number]

export const deleteModes = ['Savepoint', 'None', 'ForceCancel'] as const
export type DeleteMode = (typeof deleteModes)[number]

export const scaleModes = ['NewCluster', 'InPlace'] as const

/** The mode that a spec or status names. Every value other than BlueGreen is Dual, including the empty string (LD24). */
export const modeOf = (deploymentMode: string): DeploymentMode => (deploymentMode === 'BlueGreen' ? 'BlueGreen' : 'Dual')

/** An unknown mode, which validation reports, counts as Savepoint, so that no state is lost (LD23). */
export const deleteModeOf = ({ deleteMode }: Pick<FlinkApplicationSpec, 'deleteMode'>): DeleteMode =>
  deleteModes.find(mode => mode === deleteMode) ?? 'Savepoint'

export const scalesInPlace = ({ scaleMode }: Pick<FlinkApplicationSpec, 'scaleMode'>): boolean => scaleMode === 'InPlace'

/** Finalizer of the reference operator, kept so that either can take over (api-and-config.md, section 14). */
export const finalizerOf = (apiVersion: string): string => `flinkdeployments.${apiVersion.split('/')[0] ?? ''}/finalizer`

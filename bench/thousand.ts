export const thousand = async (): Promise<Record<string, unknown>> => Promise.reject(new Error('needs the sandbox'))

import type { ImportMap } from 'payload'

/** Made by `payload generate:importmap` from the paths that the configuration names. */
export const importMap: ImportMap

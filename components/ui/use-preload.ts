import { useEffect } from 'react'

/** Preloads the code of dialogs, which may be needed without a connection. */
export function usePreload(loaders: readonly (() => Promise<unknown>)[]) {
  useEffect(() => {
    // A failed preload is retried when the dialog opens.
    for (const load of loaders) load().catch(() => undefined)
  }, [loaders])
}

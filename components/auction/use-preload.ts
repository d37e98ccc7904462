'use client'

import { useEffect } from 'react'

/** Fetches the code of dialogs before they are needed: the moment that needs them may be one without a connection. */
export function usePreload(loaders: readonly (() => Promise<unknown>)[]) {
  useEffect(() => {
    // Where it fails now, it is asked for again when the dialog opens.
    for (const load of loaders) load().catch(() => undefined)
  }, [loaders])
}

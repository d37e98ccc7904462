import { useCallback, useEffect, useRef, useState } from 'react'

export type Loaded<Data> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; data: Data }

/** What is read once the component is shown; `reload` reads it again. */
export function useLoaded<Data>(read: () => Promise<Data>) {
  const [loaded, setLoaded] = useState<Loaded<Data>>({ state: 'loading' })
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  const reload = useCallback(async () => {
    setLoaded({ state: 'loading' })
    setLoaded(
      await latest.current().then(
        (data): Loaded<Data> => ({ state: 'ready', data }),
        (): Loaded<Data> => ({ state: 'failed' }),
      ),
    )
  }, [])
  useEffect(() => void reload(), [reload])
  return { loaded, reload, set: (data: Data) => setLoaded({ state: 'ready', data }) }
}

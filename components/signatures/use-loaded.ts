import { useEffect, useEffectEvent, useState } from 'react'

export type Loaded<Data> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; data: Data }

/** Loads data when the component mounts; `reload` loads it again. */
export function useLoaded<Data>(read: () => Promise<Data>) {
  const [loaded, setLoaded] = useState<Loaded<Data>>({ state: 'loading' })
  const set = (data: Data) => setLoaded({ state: 'ready', data })
  const load = () => read().then(set, () => setLoaded({ state: 'failed' }))
  const loadFirst = useEffectEvent(load)
  useEffect(() => void loadFirst(), [])
  function reload() {
    setLoaded({ state: 'loading' })
    void load()
  }
  return { loaded, reload, set }
}

import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle'

/**
 * Code that a page can be read without: loaded when the page has nothing else to do, or at the first touch; null until then.
 *
 * @param load the same function each time; null where the code is not needed
 */
export function useWhenIdle<Code extends object>(load: () => Promise<Code> | null): Code | null {
  const [code, setCode] = useState<Code | null>(null)
  // A script that is gone after a deployment is nobody's to catch here: the page's guard hears of it and reloads.
  useEffect(() => whenIdle(() => void load()?.then(setCode)), [load])
  return code
}

'use client'

import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

const FLIP_MS = 240

/**
 * Lets the children marked `data-flip="key"` move from where they were to where they are now, whenever `order`
 * changes. People who asked for less motion see them in their new places at once.
 */
export function useFlip(order: string): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null)
  const tops = useRef(new Map<string, number>())

  useLayoutEffect(() => {
    const before = tops.current
    const now = new Map<string, number>()
    for (const node of container.current?.querySelectorAll<HTMLElement>('[data-flip]') ?? []) {
      const key = node.dataset.flip ?? ''
      const top = node.offsetTop
      const was = before.get(key)
      now.set(key, top)
      if (was !== undefined && was !== top && mayMove()) flip(node, was - top)
    }
    tops.current = now
  }, [order])

  return container
}

export function flip(node: HTMLElement, from: number) {
  node.animate([{ transform: `translateY(${from}px)` }, { transform: 'none' }], {
    duration: FLIP_MS,
    easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)',
  })
}

function mayMove(): boolean {
  return (
    typeof Element.prototype.animate === 'function' && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

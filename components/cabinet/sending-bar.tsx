'use client'

import { Button } from '@/components/ui/button'

/** How far a sending is, and the way to stop it. `share`: 0…1. */
export function SendingBar({ share, label, cancel, onCancel }: { share: number; label: string; cancel: string; onCancel: () => void }) {
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-4">
        <span className="numbers text-small font-medium">{label}</span>
        <Button size="sm" tone="quiet" onClick={onCancel}>
          {cancel}
        </Button>
      </div>
      <progress max={1} value={share} aria-label={label} className="h-2 w-full appearance-none overflow-hidden rounded-full bg-bar-rest [&::-moz-progress-bar]:bg-bar [&::-webkit-progress-bar]:bg-bar-rest [&::-webkit-progress-value]:bg-bar" />
    </div>
  )
}

import { useState } from 'react'

/** `copy` is null where the browser does not allow copying, as over http. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return { copied, copy: 'clipboard' in navigator ? copy : null }
}

interface CopyLinkProps {
  text: string
  title: string
  label: string
  copiedLabel: string
  /** Shown where copying is not allowed, so that the text can be selected. */
  shown: string
}

export function CopyLink({ text, title, label, copiedLabel, shown }: CopyLinkProps) {
  const { copied, copy } = useCopy(text)
  if (copy === null) return <span className="text-fine wrap-anywhere">{shown}</span>
  return (
    <button
      type="button"
      title={title}
      className="min-h-8 text-fine font-semibold underline underline-offset-2"
      onClick={copy}
    >
      {copied ? copiedLabel : label}
    </button>
  )
}

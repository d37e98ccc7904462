import { Download } from 'lucide-react'
import { FileSize } from '@/components/cabinet/file-size'
import { fileTypeName } from '@/components/content/file-type'
import { AppLink } from '@/components/ui/app-link'
import type { PublicFile } from '@/lib/contract/pages'

/** Files to take away: the name, what kind of file it is, its size. */
export function FileList({ files }: { files: PublicFile[] }) {
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {files.map((file) => (
        <li key={file.url}>
          <AppLink href={file.url} className="flex h-full items-center gap-4 rounded-md border border-line bg-surface p-4 transition-colors duration-150 hover:bg-hover">
            <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-sm bg-plan text-plan-text">
              <Download className="size-5" />
            </span>
            <span className="grid min-w-0">
              <span className="font-semibold text-link [overflow-wrap:anywhere]">{file.name}</span>
              <span className="numbers text-small text-soft">
                {fileTypeName(file.media_type)}, <FileSize bytes={file.bytes} />
              </span>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

import { Download } from 'lucide-react'
import { FileSize } from '@/components/cabinet/file-size'
import { AppLink } from '@/components/ui/app-link'
import type { PublicFile } from '@/lib/contract/pages'

const NAMES: Record<string, string> = {
  'application/msword': 'DOC',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'image/svg+xml': 'SVG',
  'text/plain': 'TXT',
}

/** "PDF", "DOCX": how people call a kind of file, the same in every language. */
export function fileTypeName(mediaType: string): string {
  return NAMES[mediaType] ?? (mediaType.split('/')[1] ?? mediaType).toUpperCase()
}

/** Files to take away: the name, what kind of file it is, its size. */
export function FileList({ files }: { files: PublicFile[] }) {
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {files.map((file) => (
        <li key={file.url}>
          <AppLink
            href={file.url}
            className="flex h-full items-center gap-4 rounded-md border border-line bg-surface p-4 transition-colors duration-150 hover:bg-hover"
          >
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

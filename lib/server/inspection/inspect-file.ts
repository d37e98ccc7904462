import { answer, refuse } from '@/lib/server/platform/call'
import { type InspectFile, senderOf } from '@/lib/server/platform/files'
import { withPathOf } from '@/lib/server/platform/uploads'
import { createInspector } from './inspector'

/** One process for all uploads of this server. */
export const inspector = createInspector()
const DELAYED_RETRY_SECONDS = 10
const MAX_FILE_BYTES = 25 * 1024 * 1024

export const inspectFile: InspectFile = async (file, { caller, signal }) => {
  if (file.size === 0) return refuse('file_empty')
  if (file.size > MAX_FILE_BYTES) return refuse('body_too_large')
  const finding = await withPathOf(file, (path) => inspector.inspect(path, senderOf({ caller, signal })))
  if (finding.ok) return answer({ file, mediaType: finding.mediaType, signed: finding.signed })
  return refuse(finding.code, finding.code === 'file_check_delayed' ? { retryAfter: DELAYED_RETRY_SECONDS } : {})
}

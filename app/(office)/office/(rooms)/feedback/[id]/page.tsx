import { recordIn, type RecordPageProps, roomMetadata } from '@/app/(office)/office/room-page'
import { FeedbackPage } from '@/components/office/feedback'

export const generateMetadata = roomMetadata('feedback')

export default async function Page({ params }: RecordPageProps) {
  const id = await recordIn(params)
  return <FeedbackPage key={id} id={id} />
}

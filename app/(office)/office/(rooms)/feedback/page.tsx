import { roomMetadata } from '@/app/(office)/office/room-page'
import { FeedbackScreen } from '@/components/office/feedback'

export const generateMetadata = roomMetadata('feedback')

export default function Page() {
  return <FeedbackScreen />
}

import { MissingRoom } from '@/components/office/missing-room'

export default MissingRoom

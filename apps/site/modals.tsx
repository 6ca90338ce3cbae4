export default function Modals() {
  return null;
}

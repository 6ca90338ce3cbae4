export { default } from "./soon-page.tsx";

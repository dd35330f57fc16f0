import { createRoot } from "react-dom/client";
import { CallPage } from "./call-page.tsx";

const place = document.getElementById("call");
if (place) createRoot(place).render(<CallPage />);

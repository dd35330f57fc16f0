import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@holdall/ui-react/styles.css";
import "./styles/base.css";
import "./styles/page.css";
import "./styles/files.css";
import "./styles/chat.css";
import "./styles/work.css";
import "./styles/narrow.css";
import { App } from "./app.tsx";

const place = document.getElementById("root");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
